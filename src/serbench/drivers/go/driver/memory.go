package driver

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
)

// allocationCounter counts while it runs. Reading the counters stops the program to collect them
// from everywhere, so they are exact.
type allocationCounter struct {
	before, after     runtime.MemStats
	allocations, size uint64
}

func (c *allocationCounter) start() { runtime.ReadMemStats(&c.before) }

func (c *allocationCounter) stop() {
	runtime.ReadMemStats(&c.after)
	c.allocations += c.after.Mallocs - c.before.Mallocs
	c.size += c.after.TotalAlloc - c.before.TotalAlloc
}

// withoutCollector runs work with the collector settled and off: a collection in between would
// empty the pools that libraries keep, and what they allocate anew would be counted here or there.
func withoutCollector(work func() error) error {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return work()
}

// keepMemory starts the program anew, since only then the runtime reads the setting: without it, what
// the runtime gives back to the system while other drivers are measured is brought in again, page by
// page, within the time of the next sample. Where that cannot be done the program goes on as it is.
func keepMemory() {
	settings := os.Getenv("GODEBUG")
	if strings.Contains(settings, "madvdontneed=") {
		return
	}
	if settings != "" {
		settings += ","
	}
	os.Setenv("GODEBUG", settings+"madvdontneed=0")
	_ = syscall.Exec("/proc/self/exe", os.Args, os.Environ())
}

// collections is how many the collector has finished since the program began.
func collections() uint64 {
	metrics.Read(collectionsSample)
	return collectionsSample[0].Value.Uint64()
}

var collectionsSample = []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}

// peakRSSBytes is the most memory this program has had resident. Not getrusage, whose maximum is
// inherited from the process that started this one. 0 where Linux's /proc is missing.
func peakRSSBytes() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if text, found := strings.CutPrefix(line, "VmHWM:"); found {
			kib, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "kB")), 10, 64)
			return kib * 1024
		}
	}
	return 0
}
