// A serializer of ord.NewSliceSer allocates a length in the bytes before it reads on: four bytes take 512 MiB, nine bytes panic.
// Text and bytes of such a length are refused at once, and ord.NewValidSliceSer takes a validator of lengths.
// github.com/mus-format/mus-go 0.7.2
// run: d=$(mktemp -d) && cp benches/findings/go/mus_length.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/mus-format/mus-go@v0.7.2 && go run .
// Prints: 2^26 numbers: 512 MiB, mus: too small byte slice
//   2^61 numbers: panic: runtime error: makeslice: len out of range
//   text of 2^29 bytes: 0 MiB, mus: too small byte slice
//   2^29 bytes: 0 MiB, mus: too small byte slice

package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"

	"github.com/mus-format/mus-go"
	"github.com/mus-format/mus-go/ord"
	"github.com/mus-format/mus-go/varint"
)

func read[T any](serializer mus.Serializer[T], length uint64) (mib uint64, err error, panicked any) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	defer func() {
		panicked = recover()
		runtime.ReadMemStats(&after)
		mib = (after.TotalAlloc - before.TotalAlloc) >> 20
	}()
	_, _, err = serializer.Unmarshal(binary.AppendUvarint(nil, length))
	return
}

func main() {
	numbers := ord.NewSliceSer[int64](varint.Int64)
	mib, err, _ := read(numbers, 1<<26)
	_, _, panicked := read(numbers, 1<<61)
	text, textErr, _ := read(ord.String, 1<<29)
	bytes, bytesErr, _ := read(ord.ByteSlice, 1<<29)
	fmt.Printf("2^26 numbers: %d MiB, %v\n2^61 numbers: panic: %v\n", mib, err, panicked)
	fmt.Printf("text of 2^29 bytes: %d MiB, %v\n2^29 bytes: %d MiB, %v\n", text, textErr, bytes, bytesErr)
	if mib < 512 || err == nil || panicked == nil || text > 0 || textErr == nil || bytes > 0 || bytesErr == nil {
		os.Exit(1)
	}
}
