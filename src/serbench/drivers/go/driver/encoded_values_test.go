package driver

import (
	"bytes"
	"testing"
	"unsafe"
)

func TestEncodedValuesLieSideBySide(t *testing.T) {
	values := [][]byte{[]byte("a"), []byte("bc"), bytes.Repeat([]byte("d"), 16), {}}
	moved := together(values)
	if moved[3] == nil || len(moved[3]) != 0 {
		t.Errorf("the empty value is %q", moved[3])
	}
	address := func(i int) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(moved[i]))) }
	for i, offset := range []uintptr{0, 16, 32} {
		if !bytes.Equal(moved[i], values[i]) {
			t.Errorf("value %d is %q", i, moved[i])
		}
		if address(i)%16 != 0 || address(i)-address(0) != offset {
			t.Errorf("value %d lies at %#x, the first at %#x", i, address(i), address(0))
		}
		if after := unsafe.Slice(unsafe.SliceData(moved[i]), len(moved[i])+1)[len(moved[i])]; after != 0 {
			t.Errorf("value %d is followed by %d", i, after)
		}
		if cap(moved[i]) != len(moved[i]) {
			t.Errorf("value %d has room for %d bytes", i, cap(moved[i]))
		}
	}
}
