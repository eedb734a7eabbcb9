// A pointer to the zero time.Time, which is 0001-01-01T00:00:00Z, is written as null, as if it were nil; ugorji's CBOR rounds times to
// microseconds, and to what a double holds of them.
// github.com/fxamacker/cbor/v2 2.9.6, github.com/ugorji/go/codec 1.3.2
// run: d=$(mktemp -d) && cp benches/findings/go/zero_time.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/fxamacker/cbor/v2@v2.9.6 github.com/ugorji/go/codec@v1.3.2 && go run .
// Prints: fxamacker: a1 62 41 74 f6, nil: true, <nil>, <nil>
//   ugorji's JSON: nil: true, <nil>
//   ugorji's CBOR: nil: true, <nil>
//   ugorji's MessagePack: nil: true, <nil>
//   ugorji's CBOR: 2026-01-31T12:00:00.000000001Z is read as 2026-01-31T12:00:00Z, <nil>
//   ugorji's CBOR: 9999-12-31T00:00:00.000001Z is read as 9999-12-31T00:00:00Z, <nil>
//   encoding/json: {"At":"0001-01-01T00:00:00Z"}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/ugorji/go/codec"
)

type record struct{ At *time.Time }

func ugorji(handle codec.Handle, given record) (read record, data []byte, err error) {
	if err = codec.NewEncoderBytes(&data, handle).Encode(given); err == nil {
		err = codec.NewDecoderBytes(data, handle).Decode(&read)
	}
	return read, data, err
}

func main() {
	zero := record{new(time.Time)}
	holds := true
	modes := cbor.EncOptions{Time: cbor.TimeRFC3339Nano, TimeTag: cbor.EncTagRequired}
	encoder, _ := modes.EncMode()
	data, err := encoder.Marshal(zero)
	var read record
	again := cbor.Unmarshal(data, &read)
	fmt.Printf("fxamacker: % x, nil: %t, %v, %v\n", data, read.At == nil, err, again)
	holds = holds && read.At == nil && err == nil && again == nil
	handles := map[string]codec.Handle{
		"JSON": &codec.JsonHandle{}, "CBOR": &codec.CborHandle{}, "MessagePack": &codec.MsgpackHandle{WriteExt: true},
	}
	for _, name := range []string{"JSON", "CBOR", "MessagePack"} {
		read, _, err := ugorji(handles[name], zero)
		fmt.Printf("ugorji's %s: nil: %t, %v\n", name, read.At == nil, err)
		holds = holds && read.At == nil && err == nil
	}
	fine := time.Date(2026, 1, 31, 12, 0, 0, 1, time.UTC)
	far := time.Date(9999, 12, 31, 0, 0, 0, 1000, time.UTC)
	for _, t := range []time.Time{fine, far} {
		read, _, err := ugorji(handles["CBOR"], record{&t})
		fmt.Printf("ugorji's CBOR: %s is read as %s, %v\n", t.Format(time.RFC3339Nano), read.At.Format(time.RFC3339Nano), err)
		holds = holds && !read.At.Equal(t) && err == nil
	}
	data, _ = json.Marshal(zero)
	fmt.Println("encoding/json:", string(data))
	if !holds || bytes.Contains(data, []byte("null")) {
		os.Exit(1)
	}
}
