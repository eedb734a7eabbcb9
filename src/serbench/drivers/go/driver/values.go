package driver

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// Parts of the visit sum and of canonical bytes, as docs/protocol.md defines them.

func VisitBool(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// F32Bits gives the IEEE 754 bits, of NaN always those of the quiet one without sign or payload.
func F32Bits(v float32) uint32 {
	if v != v {
		return 0x7fc00000
	}
	return math.Float32bits(v)
}

// F64Bits is the same of 64 bits.
func F64Bits(v float64) uint64 {
	if v != v {
		return 0x7ff8000000000000
	}
	return math.Float64bits(v)
}

func VisitString(v string) uint64 {
	if len(v) == 0 {
		return 0
	}
	return uint64(len(v)) + uint64(v[0]) + uint64(v[len(v)-1])
}

func VisitBytes(v []byte) uint64 {
	if len(v) == 0 {
		return 0
	}
	return uint64(len(v)) + uint64(v[0]) + uint64(v[len(v)-1])
}

func AppendBool(out []byte, v bool) []byte {
	if v {
		return append(out, 1)
	}
	return append(out, 0)
}

func AppendI8(out []byte, v int8) []byte { return append(out, uint8(v)) }

func AppendI16(out []byte, v int16) []byte { return AppendU16(out, uint16(v)) }

func AppendI32(out []byte, v int32) []byte { return AppendU32(out, uint32(v)) }

func AppendI64(out []byte, v int64) []byte { return AppendU64(out, uint64(v)) }

func AppendU8(out []byte, v uint8) []byte { return append(out, v) }

func AppendU16(out []byte, v uint16) []byte { return binary.LittleEndian.AppendUint16(out, v) }

func AppendU32(out []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(out, v) }

func AppendU64(out []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(out, v) }

func AppendF32(out []byte, v float32) []byte { return AppendU32(out, F32Bits(v)) }

func AppendF64(out []byte, v float64) []byte { return AppendU64(out, F64Bits(v)) }

func AppendString(out []byte, v string) []byte {
	return append(AppendU64(out, uint64(len(v))), v...)
}

func AppendBytes(out []byte, v []byte) []byte {
	return append(AppendU64(out, uint64(len(v))), v...)
}

// SortedKeys gives the keys in the order of their bytes, which is that of Go's strings, or of their
// numbers.
func SortedKeys[K cmp.Ordered, T any](m map[K]T) []K {
	return slices.Sorted(maps.Keys(m))
}

// SortedBools gives false first.
func SortedBools[T any](m map[bool]T) []bool {
	return slices.SortedFunc(maps.Keys(m), func(a, b bool) int {
		return cmp.Compare(VisitBool(a), VisitBool(b))
	})
}

// SortedUUIDs gives the keys in the order of their bytes, which is that of their text.
func SortedUUIDs[K ~[16]byte, T any](m map[K]T) []K {
	return slices.SortedFunc(maps.Keys(m), func(a, b K) int { return bytes.Compare(a[:], b[:]) })
}

func NoSymbol(number uint32) error {
	return fmt.Errorf("no symbol has the number %d", number)
}

func UnknownSymbol(text []byte) error {
	return fmt.Errorf("%q is not a symbol", text)
}

// Missing is the error of a message that lacks a field that is never absent.
func Missing(field string) error {
	return fmt.Errorf("the message lacks %q", field)
}

// digester computes digests of values in a buffer that it reuses.
type digester struct{ canonical []byte }

func (d *digester) value(v Value) uint64 {
	d.canonical = v.AppendCanonical(d.canonical[:0])
	return xxhash.Sum64(d.canonical)
}

// digestOfSet is the digest of values that have these digests.
func digestOfSet(digests []uint64) string {
	var all []byte
	for _, digest := range digests {
		all = AppendU64(all, digest)
	}
	return hex(xxhash.Sum64(all))
}

// setDigester computes it of values that come one after the other.
type setDigester struct{ all *xxhash.Digest }

func newSetDigester() setDigester { return setDigester{xxhash.New()} }

func (s setDigester) add(digest uint64) {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], digest)
	s.all.Write(raw[:]) // never fails
}

func (s setDigester) digest() string { return hex(s.all.Sum64()) }

func hex(v uint64) string { return fmt.Sprintf("%016x", v) }
