package driver

import "time"

// splitClock tells the time of the codec from that of I/O. It is read where one goes over into the
// other, hence once for each run of values and each block, and what it adds up leaves no gap.
type splitClock struct {
	began         time.Time
	lastNs        int64
	codecNs, ioNs int64
}

// start forgets the time since the clock was last read: it was neither's.
func (c *splitClock) start() {
	if c.began.IsZero() {
		c.began = time.Now()
	}
	c.lastNs = time.Since(c.began).Nanoseconds()
}

// codec says that the time since the clock was last read was the codec's.
func (c *splitClock) codec() { c.codecNs += c.passedNs() }

// io says that it was that of I/O.
func (c *splitClock) io() { c.ioNs += c.passedNs() }

func (c *splitClock) passedNs() int64 {
	now := time.Since(c.began).Nanoseconds() // reads the monotonic clock alone
	passed := now - c.lastNs
	c.lastNs = now
	return passed
}
