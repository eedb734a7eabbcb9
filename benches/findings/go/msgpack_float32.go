// A float of eight bytes, as Python's msgpack writes every float, is refused where a float32 is expected, also if it is one.
// github.com/vmihailenco/msgpack/v5 5.4.1, github.com/tinylib/msgp 1.6.5, github.com/ugorji/go/codec 1.3.2, github.com/shamaton/msgpack/v3 3.1.0
// run: d=$(mktemp -d) && cp benches/findings/go/msgpack_float32.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/vmihailenco/msgpack/v5@v5.4.1 github.com/tinylib/msgp@v1.6.5 github.com/ugorji/go/codec@v1.3.2 github.com/shamaton/msgpack/v3@v3.1.0 && go run .
// Prints: vmihailenco/msgpack: msgpack: invalid code=cb decoding float32
//   tinylib/msgp: msgp: attempted to decode type "float64" with method for "float32"
//   shamaton/msgpack: invalid code cb decoding as float32
//   ugorji/go/codec: 1.5, <nil>

package main

import (
	"fmt"
	"os"

	shamaton "github.com/shamaton/msgpack/v3"
	"github.com/tinylib/msgp/msgp"
	"github.com/ugorji/go/codec"
	vmihailenco "github.com/vmihailenco/msgpack/v5"
)

func main() {
	data := msgp.AppendFloat64(nil, 1.5)
	var ugorji, other float32
	ugorjiErr := codec.NewDecoderBytes(data, &codec.MsgpackHandle{}).Decode(&ugorji)
	_, _, msgpErr := msgp.ReadFloat32Bytes(data)
	err := vmihailenco.Unmarshal(data, &other)
	shamatonErr := shamaton.Unmarshal(data, &other)
	fmt.Printf("vmihailenco/msgpack: %v\ntinylib/msgp: %v\nshamaton/msgpack: %v\nugorji/go/codec: %v, %v\n", err, msgpErr, shamatonErr, ugorji, ugorjiErr)
	if err == nil || msgpErr == nil || shamatonErr == nil || ugorjiErr != nil || ugorji != 1.5 {
		os.Exit(1)
	}
}
