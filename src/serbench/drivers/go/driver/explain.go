package driver

import (
	"math"
	"reflect"
	"strings"
	"time"
)

// What Explain says of a value that a format cannot hold; "" if it is not in the value. They are only
// asked when a value did not survive, so that they may take their time.

// NonFinite tells whether NaN or an infinity is in a value.
func NonFinite(value any) string {
	is := func(v reflect.Value) bool {
		return v.CanFloat() && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0))
	}
	return explained(value, is, "NaN and infinities")
}

// NegativeZero tells whether -0.0 is in a value.
func NegativeZero(value any) string {
	is := func(v reflect.Value) bool { return v.CanFloat() && v.Float() == 0 && math.Signbit(v.Float()) }
	return explained(value, is, "the sign of -0.0")
}

// LargestFloat32 tells whether an f32 as far from 0 as can be is in a value.
func LargestFloat32(value any) string {
	is := func(v reflect.Value) bool {
		return v.Kind() == reflect.Float32 && math.Abs(v.Float()) == math.MaxFloat32
	}
	return explained(value, is, "the largest f32")
}

// Text tells whether a text like this is in a value, which a key may be as well.
func Text(value any, like func(text string) bool, cause string) string {
	is := func(v reflect.Value) bool { return v.Kind() == reflect.String && like(v.String()) }
	return explained(value, is, cause)
}

// AboveInt64 tells whether a u64 is in a value that no signed integer holds.
func AboveInt64(value any) string {
	is := func(v reflect.Value) bool { return v.CanUint() && v.Uint() > math.MaxInt64 }
	return explained(value, is, "a u64 above 2^63 - 1")
}

// ZeroOptional tells whether a value has an optional of 0, false or nothing, which some libraries do
// not tell from an absent one. A record is told apart, whatever is in it.
func ZeroOptional(value any) string {
	is := func(v reflect.Value) bool {
		if v.Kind() != reflect.Pointer || v.IsNil() {
			return false
		}
		switch item := v.Elem(); item.Kind() {
		case reflect.Slice, reflect.Map:
			return item.Len() == 0
		case reflect.Struct:
			return false
		default:
			return item.IsZero()
		}
	}
	return explained(value, is, "an optional whose value is 0, false or empty")
}

// FarYear tells whether a time is in a value whose year RFC 3339 has no digits for.
func FarYear(value any) string {
	is := func(v reflect.Value) bool {
		if !v.IsValid() || v.Type() != reflect.TypeFor[time.Time]() {
			return false
		}
		year := v.Interface().(time.Time).Year()
		return year < 0 || year > 9999
	}
	return explained(value, is, "a timestamp beyond the years 0 to 9999")
}

func explained(value any, is func(reflect.Value) bool, cause string) string {
	if anywhere(reflect.ValueOf(value), is) {
		return cause
	}
	return ""
}

// anywhere asks of a value and of all in it, keys as well.
func anywhere(value reflect.Value, is func(reflect.Value) bool) bool {
	if is(value) {
		return true
	}
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		return !value.IsNil() && anywhere(value.Elem(), is)
	case reflect.Struct:
		// What is in a time or a decimal is no part of the value.
		if !strings.HasPrefix(value.Type().PkgPath(), "serbench/") {
			return false
		}
		for i := range value.NumField() {
			if anywhere(value.Field(i), is) {
				return true
			}
		}
	case reflect.Slice:
		for i := range value.Len() {
			if anywhere(value.Index(i), is) {
				return true
			}
		}
	case reflect.Map:
		for entries := value.MapRange(); entries.Next(); {
			if anywhere(entries.Key(), is) || anywhere(entries.Value(), is) {
				return true
			}
		}
	}
	return false
}
