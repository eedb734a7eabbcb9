// A length in the bytes is allocated before anything is read: four bytes take 256 MiB, nine bytes panic.
// github.com/kelindar/binary 1.0.19
// run: d=$(mktemp -d) && cp benches/findings/go/kelindar_length.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/kelindar/binary@v1.0.19 && go run .
// Prints: 2^24 records: 256 MiB, EOF
//   2^62 records: panic: runtime: allocation size out of range

package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"

	kelindar "github.com/kelindar/binary"
)

func read(length uint64) (mib uint64, err error, panicked any) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	defer func() {
		panicked = recover()
		runtime.ReadMemStats(&after)
		mib = (after.TotalAlloc - before.TotalAlloc) >> 20
	}()
	err = kelindar.Unmarshal(binary.AppendUvarint(nil, length), new([]struct{ X, Y float64 }))
	return
}

func main() {
	mib, err, _ := read(1 << 24)
	_, _, panicked := read(1 << 62)
	fmt.Printf("2^24 records: %d MiB, %v\n2^62 records: panic: %v\n", mib, err, panicked)
	if mib < 256 || err == nil || panicked == nil {
		os.Exit(1)
	}
}
