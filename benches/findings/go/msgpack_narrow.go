// 2^40 + 8 is read as 8 into an int32, without an error; tinylib/msgp refuses it.
// github.com/vmihailenco/msgpack/v5 5.4.1, github.com/shamaton/msgpack/v3 3.1.0, github.com/tinylib/msgp 1.6.5
// run: d=$(mktemp -d) && cp benches/findings/go/msgpack_narrow.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/vmihailenco/msgpack/v5@v5.4.1 github.com/shamaton/msgpack/v3@v3.1.0 github.com/tinylib/msgp@v1.6.5 && go run .
// Prints: vmihailenco/msgpack: 8, <nil>
//   shamaton/msgpack: 8, <nil>
//   tinylib/msgp: msgp: 1099511627784 overflows int32

package main

import (
	"fmt"
	"os"

	shamaton "github.com/shamaton/msgpack/v3"
	"github.com/tinylib/msgp/msgp"
	vmihailenco "github.com/vmihailenco/msgpack/v5"
)

func main() {
	data := msgp.AppendInt64(nil, 1<<40+8)
	var first, second int32
	err := vmihailenco.Unmarshal(data, &first)
	secondErr := shamaton.Unmarshal(data, &second)
	_, _, msgpErr := msgp.ReadInt32Bytes(data)
	fmt.Printf("vmihailenco/msgpack: %d, %v\nshamaton/msgpack: %d, %v\ntinylib/msgp: %v\n", first, err, second, secondErr, msgpErr)
	if err != nil || secondErr != nil || first != 8 || second != 8 || msgpErr == nil {
		os.Exit(1)
	}
}
