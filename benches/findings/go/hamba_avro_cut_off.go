// Unmarshal reads data that is cut off as a shorter value, without an error, where a number or a length is missing; Decoder refuses
// it. Four bytes become a list of 4,194,304 records.
// github.com/hamba/avro/v2 2.31.0
// run: d=$(mktemp -d) && cp benches/findings/go/hamba_avro_cut_off.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/hamba/avro/v2@v2.31.0 && go run .
// Prints: 4 of 11 bytes: {Name:Ann Age:0 Marks:[]}, <nil>; Decoder: reading long: EOF
//   5 of 11 bytes: {Name:Ann Age:0 Marks:[]}, <nil>; Decoder: reading long: EOF
//   6 of 11 bytes: {Name:Ann Age:3000 Marks:[]}, <nil>; Decoder: reading long: EOF
//   4 bytes: a list of 4194304 records, 192 MiB, <nil>

package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"

	"github.com/hamba/avro/v2"
)

type record struct {
	Name  string  `avro:"name"`
	Age   int64   `avro:"age"`
	Marks []int64 `avro:"marks"`
}

func main() {
	schema := avro.MustParse(`{"type": "record", "name": "record", "fields": [{"name": "name", "type": "string"},
		{"name": "age", "type": "long"}, {"name": "marks", "type": {"type": "array", "items": "long"}}]}`)
	data, _ := avro.Marshal(schema, record{"Ann", 3000, []int64{1, 2}})
	holds := true
	for _, length := range []int{4, 5, 6} {
		var read record
		err := avro.Unmarshal(schema, data[:length], &read)
		decoderErr := avro.NewDecoderForSchema(schema, bytes.NewReader(data[:length])).Decode(new(record))
		fmt.Printf("%d of %d bytes: %+v, %v; Decoder: %v\n", length, len(data), read, err, decoderErr)
		holds = holds && err == nil && decoderErr != nil
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var list []record
	err := avro.Unmarshal(avro.NewArraySchema(schema), []byte{0x80, 0x80, 0x80, 0x04}, &list)
	runtime.ReadMemStats(&after)
	mib := (after.TotalAlloc - before.TotalAlloc) >> 20
	fmt.Printf("4 bytes: a list of %d records, %d MiB, %v\n", len(list), mib, err)
	if !holds || err != nil || len(list) != 1<<22 || mib < 100 {
		os.Exit(1)
	}
}
