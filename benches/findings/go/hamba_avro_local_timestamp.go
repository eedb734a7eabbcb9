// A time.Time in UTC becomes another number in local-timestamp-millis by the time zone of the machine: the library takes it to that
// zone first. What one machine wrote, another reads as another time.
// github.com/hamba/avro/v2 2.31.0
// run: d=$(mktemp -d) && cp benches/findings/go/hamba_avro_local_timestamp.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/hamba/avro/v2@v2.31.0 && go run .
// Prints: written 0 hours east of UTC: read in UTC as 2026-01-31 12:00:00, <nil>, <nil>
//   written 9 hours east of UTC: read in UTC as 2026-01-31 21:00:00, <nil>, <nil>

package main

import (
	"fmt"
	"os"
	"time"

	"github.com/hamba/avro/v2"
)

func main() {
	schema := avro.MustParse(`{"type":"long","logicalType":"local-timestamp-millis"}`)
	noon := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	var clocks []string
	for _, hours := range []int{0, 9} {
		time.Local = time.FixedZone("", hours*3600)
		data, err := avro.Marshal(schema, noon)
		time.Local = time.UTC
		var read time.Time
		again := avro.Unmarshal(schema, data, &read)
		clocks = append(clocks, read.Format(time.DateTime))
		fmt.Printf("written %d hours east of UTC: read in UTC as %s, %v, %v\n", hours, clocks[len(clocks)-1], err, again)
	}
	if clocks[0] == clocks[1] {
		os.Exit(1)
	}
}
