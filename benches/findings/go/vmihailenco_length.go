// Five bytes make Unmarshal allocate what their length says, although its limit of allocations is not disabled:
// https://github.com/vmihailenco/msgpack/issues/401. A length of 2^32 - 1 ends the process with "out of memory".
// github.com/vmihailenco/msgpack/v5 5.4.1
// run: d=$(mktemp -d) && cp benches/findings/go/vmihailenco_length.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/vmihailenco/msgpack/v5@v5.4.1 && go run .
// Prints: []int64: 512 MiB, EOF
//   []any: 1024 MiB, EOF
//   []byte: 512 MiB, EOF
//   []string: 15 MiB, EOF
//   map[string]int: 53 MiB, EOF

package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/vmihailenco/msgpack/v5"
)

func allocated(what string, data []byte, into any) bool {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := msgpack.Unmarshal(data, into)
	runtime.ReadMemStats(&after)
	mib := (after.TotalAlloc - before.TotalAlloc) >> 20
	fmt.Printf("%s: %d MiB, %v\n", what, mib, err)
	return mib >= 256
}

func main() {
	list := []byte{0xdd, 0x02, 0, 0, 0} // of 2^25 elements
	holds := allocated("[]int64", list, new([]int64))
	holds = allocated("[]any", list, new([]any)) && holds
	holds = allocated("[]byte", []byte{0xc6, 0x20, 0, 0, 0}, new([]byte)) && holds
	// Maps and lists of texts keep to the limit.
	if !holds || allocated("[]string", list, new([]string)) || allocated("map[string]int", []byte{0xdf, 0x02, 0, 0, 0}, new(map[string]int)) {
		os.Exit(1)
	}
}
