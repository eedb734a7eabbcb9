package driver

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestEveryNaNIsOneValue(t *testing.T) {
	for _, bits := range []uint64{0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000001, math.MaxUint64} {
		if found := F64Bits(math.Float64frombits(bits)); found != 0x7ff8000000000000 {
			t.Errorf("%#x is %#x", bits, found)
		}
	}
	for _, bits := range []uint32{0x7fc00000, 0xffc00000, 0x7f800001, math.MaxUint32} {
		if found := F32Bits(math.Float32frombits(bits)); found != 0x7fc00000 {
			t.Errorf("%#x is %#x", bits, found)
		}
	}
}

func TestInfinitiesAndTheLargestKeepTheirBits(t *testing.T) {
	for _, v := range []float64{math.Inf(1), math.Inf(-1), math.MaxFloat64, math.Copysign(0, -1)} {
		if F64Bits(v) != math.Float64bits(v) || F32Bits(float32(v)) != math.Float32bits(float32(v)) {
			t.Errorf("%v has other bits", v)
		}
	}
}

// loadF64 and loadF32 give the bytes of a float, or what is said of it.
func loadF64(line string) (out []byte, err error) {
	err = newJSON().load([]byte(line), func(r *JSON) { out = AppendF64(nil, r.F64()) })
	return out, err
}

func loadF32(line string) (out []byte, err error) {
	err = newJSON().load([]byte(line), func(r *JSON) { out = AppendF32(nil, r.F32()) })
	return out, err
}

func TestThreeTextsAreFloats(t *testing.T) {
	for line, bits := range map[string]uint32{
		`"NaN"`: 0x7fc00000, `"Infinity"`: 0x7f800000, `"-Infinity"`: 0xff800000, `3.4028235e38`: 0x7f7fffff,
	} {
		if found, err := loadF32(line); err != nil || !bytes.Equal(found, AppendU32(nil, bits)) {
			t.Errorf("f32 %s: %x, %v", line, found, err)
		}
	}
	for line, bits := range map[string]uint64{
		`"NaN"`: 0x7ff8000000000000, `"Infinity"`: 0x7ff0000000000000, `"-Infinity"`: 0xfff0000000000000,
	} {
		if found, err := loadF64(line); err != nil || !bytes.Equal(found, AppendU64(nil, bits)) {
			t.Errorf("f64 %s: %x, %v", line, found, err)
		}
	}
}

func TestNothingElseIsAFloat(t *testing.T) {
	for _, line := range []string{
		`"nan"`, `"-NaN"`, `"inf"`, `"+Infinity"`, `"1.5"`, `""`, `null`, `true`, `NaN`, `Infinity`, `1e999`,
	} {
		for what, load := range map[string]func(string) ([]byte, error){"f64": loadF64, "f32": loadF32} {
			if found, err := load(line); err == nil || !strings.Contains(err.Error(), "$: ") {
				t.Errorf("%s %s: %x, %v", what, line, found, err)
			}
		}
	}
	if _, err := loadF32(`3.5e38`); err == nil {
		t.Error("3.5e38 is no f32")
	}
}

func TestNonFiniteLooksEverywhere(t *testing.T) {
	type inner struct{ X float64 }
	type value struct {
		F       float32
		Lists   [][]float32
		Maybe   *float64
		Of      map[string]inner
		Variant any
	}
	nan, infinity := math.NaN(), float32(math.Inf(-1))
	for _, v := range []value{
		{F: infinity}, {Lists: [][]float32{{}, {0, infinity}}}, {Maybe: &nan}, {Of: map[string]inner{"": {nan}}},
		{Variant: inner{nan}},
	} {
		if NonFinite(&v) == "" {
			t.Errorf("not found in %v", v)
		}
	}
	zero := 0.0
	if found := NonFinite(&value{Maybe: &zero, Of: map[string]inner{"NaN": {}}}); found != "" {
		t.Errorf("%s in zeros", found)
	}
}

func TestKeysAreInTheirOrder(t *testing.T) {
	if found := SortedKeys(map[int8]string{1: "", -1: "", 0: ""}); !slices.Equal(found, []int8{-1, 0, 1}) {
		t.Error(found)
	}
	if found := SortedBools(map[bool]int{true: 1, false: 0}); !slices.Equal(found, []bool{false, true}) {
		t.Error(found)
	}
	low, high := [16]byte{1}, [16]byte{255}
	if found := SortedUUIDs(map[[16]byte]int{high: 1, low: 0}); !slices.Equal(found, [][16]byte{low, high}) {
		t.Error(found)
	}
}

func TestKeyThatIsTwiceIsRefused(t *testing.T) {
	load := func(r *JSON) {
		m := map[int32]string{}
		for range r.Items() {
			Put(r, m, r.I32(), "")
		}
	}
	if err := newJSON().load([]byte("[1,2]"), load); err != nil {
		t.Error(err)
	}
	err := newJSON().load([]byte("[1,2,1]"), load)
	if err == nil || err.Error() != "$[2]: the key 1 is twice in a map" {
		t.Error(err)
	}
}

func TestMapsWhoseKeysAreNoTextAreFoundInTypes(t *testing.T) {
	type inner struct {
		Of    map[string]*[]map[bool]string
		Inner []struct{ Text string }
	}
	type none struct {
		Of   map[string]*[]string
		None *none
	}
	if !HasTypedMaps[inner]() || HasTypedMaps[none]() {
		t.Error(HasTypedMaps[inner](), HasTypedMaps[none]())
	}
}
