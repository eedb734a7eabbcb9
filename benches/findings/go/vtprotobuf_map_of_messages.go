// An entry of a map whose message is left out, as prost writes a default one, is read as a nil pointer; google.golang.org/protobuf reads it as an empty message.
// github.com/planetscale/vtprotobuf 0.6.0, google.golang.org/protobuf 1.36.12
// run: d=$(mktemp -d) && cp benches/findings/go/vtprotobuf_map_of_messages.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/planetscale/vtprotobuf@v0.6.0 google.golang.org/protobuf@v1.36.12 && go run .
// Prints: google.golang.org/protobuf: a is nil: false
//   vtprotobuf: a is nil: true

package main

import (
	"fmt"
	"os"

	vt "github.com/planetscale/vtprotobuf/types/known/structpb"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

func main() {
	bytes := []byte{0x0a, 3, 0x0a, 1, 'a'} // fields: {"a": no value}
	var official structpb.Struct
	err := proto.Unmarshal(bytes, &official)
	var read vt.Struct
	vtErr := read.UnmarshalVT(bytes)
	value, isThere := read.Fields["a"]
	fmt.Println("google.golang.org/protobuf: a is nil:", official.Fields["a"] == nil)
	fmt.Println("vtprotobuf: a is nil:", value == nil)
	if err != nil || vtErr != nil || official.Fields["a"] == nil || !isThere || value != nil {
		os.Exit(1)
	}
}
