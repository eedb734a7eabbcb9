// A list of values of no size is refused: "integer divide by zero", in JSON and in a CBOR list of indefinite length. encoding/json
// reads it, and the library a CBOR list of known length.
// github.com/ugorji/go/codec 1.3.2
// run: d=$(mktemp -d) && cp benches/findings/go/ugorji_empty_records.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/ugorji/go/codec@v1.3.2 && go run .
// Prints: JSON: json decode error [pos 2]: runtime error: integer divide by zero
//   CBOR, indefinite length: cbor decode error [pos 2]: runtime error: integer divide by zero
//   CBOR, known length: <nil>
//   encoding/json: <nil>

package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/ugorji/go/codec"
)

func main() {
	read := func(data string, handle codec.Handle) error {
		var list []struct{}
		return codec.NewDecoderBytes([]byte(data), handle).Decode(&list)
	}
	jsonErr := read("[{}]", &codec.JsonHandle{})
	indefinite := read("\x9f\xa0\xff", &codec.CborHandle{})
	definite := read("\x81\xa0", &codec.CborHandle{})
	var list []struct{}
	stdErr := json.Unmarshal([]byte("[{}]"), &list)
	fmt.Printf("JSON: %v\nCBOR, indefinite length: %v\nCBOR, known length: %v\nencoding/json: %v\n", jsonErr, indefinite, definite, stdErr)
	if jsonErr == nil || indefinite == nil || definite != nil || stdErr != nil {
		os.Exit(1)
	}
}
