package driver

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"
)

// A reader is one thread's part of a scan or of values to get.
type reader interface {
	// read does it all, and says on the clock what was whose.
	read(clock *splitClock) error
	// reads is how often it has read from the file.
	reads() int
}

// handOver takes what main hands to Serve instead of serving it; nil until it is to.
var handOver func(session any)

// another makes another instance of the codec, as codecs may have buffers and objects of their own.
func (s *session[V, P, In, Out]) another(facts Facts) *session[V, P, In, Out] {
	var made *session[V, P, In, Out]
	handOver = func(other any) { made = other.(*session[V, P, In, Out]) }
	facts.Main()
	return made
}

// ofValue is the refusal of an error that came up when a value was deserialized.
func ofValue(err error, path string, number int) error {
	var said *refused
	if err == nil || errors.As(err, &said) {
		return err
	}
	return refusal(err, fmt.Sprintf("%s: value %d: ", path, number))
}

// readAll lets every reader read in a thread of its own. Times are as in docs/object-files.md.
func readAll(readers []reader) (map[string]any, error) {
	clocks := make([]splitClock, len(readers))
	errs := make([]error, len(readers))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(len(readers)))
	runtime.GC() // else what was before would be collected within the time
	began := time.Now()
	if len(readers) == 1 {
		errs[0] = readers[0].read(&clocks[0])
	} else {
		var threads sync.WaitGroup
		for i := range readers {
			threads.Add(1)
			go func() {
				defer threads.Done()
				errs[i] = readers[i].read(&clocks[i])
			}()
		}
		threads.Wait()
	}
	totalNs := time.Since(began).Nanoseconds()
	runtime.KeepAlive(readers) // with what they keep
	var codecNs, ioNs int64
	reads := 0
	for i := range readers {
		if errs[i] != nil {
			return nil, errs[i]
		}
		codecNs += clocks[i].codecNs
		ioNs += clocks[i].ioNs
		reads += readers[i].reads()
	}
	return map[string]any{
		"total_ns": totalNs,
		"codec_ns": codecNs / int64(len(readers)),
		"io_ns":    ioNs / int64(len(readers)),
		"reads":    reads,
	}, nil
}
