package driver

import (
	"testing"

	"github.com/cespare/xxhash/v2"
)

func TestAWalkDoesTheWorkThatTheProtocolDescribes(t *testing.T) {
	k := newKernel()
	for range 2 {
		// Computed by another program, from the protocol's text alone.
		if sum, position := k.walk(); sum != 20635 || position != 13124 {
			t.Errorf("walk() = %d, %d", sum, position)
		}
	}
	if digest := xxhash.Sum64(k.target[:]); digest != 0xc2574cc934d1d8da {
		t.Errorf("target digest %x", digest)
	}
}
