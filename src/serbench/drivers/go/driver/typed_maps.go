package driver

import "reflect"

// HasTypedMaps tells whether a map whose keys are no text is in the values of a type, which some
// libraries have an option for.
func HasTypedMaps[V any]() bool {
	return hasTypedMaps(reflect.TypeFor[V](), map[reflect.Type]bool{})
}

func hasTypedMaps(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Map:
		return t.Key().Kind() != reflect.String || hasTypedMaps(t.Elem(), seen)
	case reflect.Pointer, reflect.Slice:
		return hasTypedMaps(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if hasTypedMaps(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}
