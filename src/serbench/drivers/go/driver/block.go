package driver

import (
	"os"
	"unsafe"
)

// newBlock gives a buffer for I/O that starts where a page does. All of it has been touched, so
// that no page comes into being within the time.
func newBlock(size int) []byte {
	page := os.Getpagesize()
	raw := make([]byte, size+page)
	ahead := -int(uintptr(unsafe.Pointer(unsafe.SliceData(raw)))) & (page - 1)
	block := raw[ahead : ahead+size : ahead+size]
	for at := 0; at < size; at += page {
		block[at] = 1
	}
	return block
}
