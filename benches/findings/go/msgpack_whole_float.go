// A float that is whole, as msgpack-cxx and JavaScript's libraries write it, as an integer: msgp refuses it where a float64 is expected.
// github.com/tinylib/msgp 1.6.5, github.com/vmihailenco/msgpack/v5 5.4.1, github.com/ugorji/go/codec 1.3.2
// run: d=$(mktemp -d) && cp benches/findings/go/msgpack_whole_float.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/tinylib/msgp@v1.6.5 github.com/vmihailenco/msgpack/v5@v5.4.1 github.com/ugorji/go/codec@v1.3.2 && go run .
// Prints: tinylib/msgp: msgp: attempted to decode type "int" with method for "float64"
//   vmihailenco/msgpack: 47, <nil>
//   ugorji/go/codec: 47, <nil>

package main

import (
	"fmt"
	"os"

	"github.com/tinylib/msgp/msgp"
	"github.com/ugorji/go/codec"
	vmihailenco "github.com/vmihailenco/msgpack/v5"
)

func main() {
	// Longer than a float of eight bytes: msgp says of a shorter one that bytes are missing.
	data := append([]byte{47}, make([]byte, 8)...)
	var plain, ugorji float64
	_, _, msgpErr := msgp.ReadFloat64Bytes(data)
	err := vmihailenco.Unmarshal(data[:1], &plain)
	ugorjiErr := codec.NewDecoderBytes(data[:1], &codec.MsgpackHandle{}).Decode(&ugorji)
	fmt.Printf("tinylib/msgp: %v\nvmihailenco/msgpack: %v, %v\nugorji/go/codec: %v, %v\n", msgpErr, plain, err, ugorji, ugorjiErr)
	if msgpErr == nil || err != nil || ugorjiErr != nil || plain != 47 || ugorji != 47 {
		os.Exit(1)
	}
}
