package driver

import (
	"math"
	"testing"
)

type explainedLeaf struct {
	Number *uint64
	List   *[]int8
	Inner  *explainedLeaf
	Real   float32
	Counts map[string]uint64
	Names  map[uint64]string
	Texts  []string
}

func isMarked(value any) string {
	return Text(value, func(text string) bool { return text == "!" }, "a mark")
}

func TestWhatFormatsCannotHoldIsFoundAnywhere(t *testing.T) {
	zero, one, large, empty := uint64(0), uint64(1), uint64(1)<<63, []int8{}
	cases := []struct {
		name    string
		explain func(any) string
		has     explainedLeaf
		hasNone explainedLeaf
	}{
		{
			"an infinity", NonFinite,
			explainedLeaf{Inner: &explainedLeaf{Real: float32(math.Inf(-1))}},
			explainedLeaf{Real: math.MaxFloat32},
		},
		{
			"-0.0", NegativeZero,
			explainedLeaf{Real: float32(math.Copysign(0, -1))},
			explainedLeaf{Inner: &explainedLeaf{Real: -1}},
		},
		{
			"the largest f32", LargestFloat32,
			explainedLeaf{Real: -math.MaxFloat32},
			explainedLeaf{Real: 1},
		},
		{
			"a text", isMarked,
			explainedLeaf{Texts: []string{"", "!"}},
			explainedLeaf{Texts: []string{"?"}, Counts: map[string]uint64{"?": 1}},
		},
		{
			"a key", isMarked,
			explainedLeaf{Counts: map[string]uint64{"!": 1}},
			explainedLeaf{},
		},
		{
			"a u64 above 2^63 - 1", AboveInt64,
			explainedLeaf{Counts: map[string]uint64{"a": 1, "b": large}},
			explainedLeaf{Counts: map[string]uint64{"a": large - 1}},
		},
		{
			"a key above 2^63 - 1", AboveInt64,
			explainedLeaf{Names: map[uint64]string{1: "", large: ""}},
			explainedLeaf{Names: map[uint64]string{large - 1: "!"}},
		},
		{
			"a text beneath a number", isMarked,
			explainedLeaf{Names: map[uint64]string{33: "!"}},
			explainedLeaf{Names: map[uint64]string{33: "?"}},
		},
		{
			"an optional of 0", ZeroOptional,
			explainedLeaf{Inner: &explainedLeaf{Number: &zero}},
			explainedLeaf{Number: &one},
		},
		{
			"an optional of no items", ZeroOptional,
			explainedLeaf{List: &empty},
			explainedLeaf{Inner: &explainedLeaf{}},
		},
	}
	for _, one := range cases {
		if one.explain(&one.has) == "" {
			t.Errorf("%s was not found", one.name)
		}
		if said := one.explain(&one.hasNone); said != "" {
			t.Errorf("%s was found where there is none: %s", one.name, said)
		}
	}
}
