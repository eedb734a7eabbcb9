package driver

import (
	"math"
	"reflect"
)

// NonFinite tells, for Explain, that NaN or an infinity is in a value; "" if none is. It is only
// asked when a value did not survive, so that it may take its time.
func NonFinite(value any) string {
	if hasNonFinite(reflect.ValueOf(value)) {
		return "NaN and infinities"
	}
	return ""
}

func hasNonFinite(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Float32, reflect.Float64:
		return math.IsNaN(value.Float()) || math.IsInf(value.Float(), 0)
	case reflect.Pointer, reflect.Interface:
		return !value.IsNil() && hasNonFinite(value.Elem())
	case reflect.Struct:
		for i := range value.NumField() {
			if hasNonFinite(value.Field(i)) {
				return true
			}
		}
	case reflect.Slice:
		for i := range value.Len() {
			if hasNonFinite(value.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		for entries := value.MapRange(); entries.Next(); {
			if hasNonFinite(entries.Value()) {
				return true
			}
		}
	}
	return false
}
