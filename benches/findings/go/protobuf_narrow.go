// 2^40 + 8 where the schema has 32 bits is read as 8, as protobuf's documentation says of varints.
// google.golang.org/protobuf 1.36.12, github.com/gogo/protobuf 1.3.2
// run: d=$(mktemp -d) && cp benches/findings/go/protobuf_narrow.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get google.golang.org/protobuf@v1.36.12 github.com/gogo/protobuf@v1.3.2 && go run .
// Prints: google.golang.org/protobuf: 8
//   gogo/protobuf: 8

package main

import (
	"fmt"
	"os"

	"github.com/gogo/protobuf/types"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

func main() {
	bytes, _ := proto.Marshal(wrapperspb.Int64(1<<40 + 8))
	var narrow wrapperspb.Int32Value
	err := proto.Unmarshal(bytes, &narrow)
	var gogo types.Int32Value
	gogoErr := gogo.Unmarshal(bytes)
	fmt.Println("google.golang.org/protobuf:", narrow.Value)
	fmt.Println("gogo/protobuf:", gogo.Value)
	if err != nil || gogoErr != nil || narrow.Value != 8 || gogo.Value != 8 {
		os.Exit(1)
	}
}
