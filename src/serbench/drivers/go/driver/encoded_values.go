package driver

import "unsafe"

const encodedAlignment = 16

// together puts values side by side in one piece of memory, as docs/protocol.md asks: each aligned,
// and followed by a zero byte at least. Their capacity ends with them, so that no library can append
// into the next.
func together(values [][]byte) [][]byte {
	size := encodedAlignment
	for _, value := range values {
		size += roomOf(value)
	}
	area := make([]byte, size)
	misaligned := int(uintptr(unsafe.Pointer(unsafe.SliceData(area))) % encodedAlignment)
	at := (encodedAlignment - misaligned) % encodedAlignment
	moved := make([][]byte, len(values))
	for i, value := range values {
		end := at + copy(area[at:], value)
		moved[i] = area[at:end:end]
		at += roomOf(value)
	}
	return moved
}

func roomOf(value []byte) int {
	return (len(value) + 1 + encodedAlignment - 1) / encodedAlignment * encodedAlignment
}
