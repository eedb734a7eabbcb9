package driver

import (
	"slices"
	"testing"
)

func TestPartsAreWholeValuesOfAboutAsManyBytes(t *testing.T) {
	parts := func(threads int, ends ...int) (found []int) {
		index := &objectIndex{}
		for _, end := range ends {
			index.add(end)
		}
		for thread := range threads + 1 {
			found = append(found, index.share(thread, threads))
		}
		return found
	}
	if found := parts(3, 10, 20, 30, 90, 90, 100); !slices.Equal(found, []int{0, 4, 4, 6}) {
		t.Errorf("the parts start at %v", found)
	}
	for _, none := range [][]int{{}, {0, 0}} {
		if found := parts(2, none...); found[0] != 0 || found[2] != len(none) {
			t.Errorf("the parts of %v start at %v", none, found)
		}
	}
}
