package driver

import (
	"encoding/binary"
	"time"
)

// The reference kernel of docs/protocol.md: work that looks like a codec's, timed beside every
// sample so that slow rounds can be told from fast ones.

const (
	kernelSource = 32 << 10
	kernelHalf   = kernelSource / 2
	kernelTarget = 64 << 10
	kernelWrap   = 63 << 10
	// A cursor stops when fewer bytes than this remain of its half.
	kernelMargin = 80
	// Fixed, so that the times of different processes can be compared.
	kernelRepetitions = 12
	// Else the time would tell what ran before: what is in the caches, which branches are learnt.
	kernelUntimed = 4
)

type kernel struct {
	source [kernelSource]byte
	target [kernelTarget]byte
	// What the walks have found, so that the compiler leaves nothing out.
	sum      uint64
	position int
}

func newKernel() *kernel {
	k := new(kernel)
	x := uint64(1)
	for i := range k.source {
		x = x*6364136223846793005 + 1442695040888963407
		k.source[i] = byte(x >> 56)
	}
	return k
}

// awake is how long a program is busy before its runtime leaves it alone.
const awake = 8 * time.Millisecond

// wakeUp keeps the processor busy until the runtime's monitor, which slept as long as the program
// waited for a request, looks seldom again: first it looks every 20 microseconds, fifty times
// (sysmon in Go's src/runtime/proc.go), and takes the processor each time from what is measured.
// After 0.3 s without work, encoding/json took 1.2 to 1.7 times as long in a batch of 3 ms.
func (k *kernel) wakeUp() {
	for start := time.Now(); time.Since(start) < awake; {
		k.sum, k.position = k.walk()
	}
}

// timeNs is the time of all repetitions but the untimed.
func (k *kernel) timeNs() int64 {
	for range kernelUntimed {
		k.sum, k.position = k.walk()
	}
	start := time.Now()
	for range kernelRepetitions {
		k.sum, k.position = k.walk()
	}
	return time.Since(start).Nanoseconds()
}

// walk goes over the source once. It returns the sum of the counts and the last target position.
func (k *kernel) walk() (sum uint64, position int) {
	source, target := k.source[:], k.target[:]
	cursors := [2]int{0, kernelHalf}
	for {
		stopped := 0
		for half := range cursors {
			at := cursors[half]
			if (half+1)*kernelHalf-at < kernelMargin {
				stopped++
				continue
			}
			b := source[at]
			switch {
			case b < 96:
				number := binary.LittleEndian.Uint64(source[at:]) >> (b & 63)
				for number >= 0x80 {
					target[position] = byte(number) | 0x80
					number >>= 7
					position++
				}
				target[position] = byte(number)
				position++
				cursors[half] = at + 3
			case b < 192:
				length := int(b&31) + 1
				copy(target[position:position+length], source[at:at+length])
				position += length
				cursors[half] = at + length
			default:
				count := 0
				for count < 64 && source[at+count] != 0x22 && source[at+count] != 0x5c {
					count++
				}
				sum += uint64(count)
				cursors[half] = at + count + 1
			}
			if position > kernelWrap {
				position = 0
			}
		}
		if stopped == len(cursors) {
			return sum, position
		}
	}
}
