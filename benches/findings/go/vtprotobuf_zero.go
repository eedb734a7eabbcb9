// -0.0 is left out of a field that is not optional; google.golang.org/protobuf writes it, as the specification of proto3 says.
// github.com/planetscale/vtprotobuf 0.6.0, google.golang.org/protobuf 1.36.12
// run: d=$(mktemp -d) && cp benches/findings/go/vtprotobuf_zero.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/planetscale/vtprotobuf@v0.6.0 google.golang.org/protobuf@v1.36.12 && go run .
// Prints: protobuf: [09 00 00 00 00 00 00 00 80], <nil>
//   vtprotobuf: [], <nil>

package main

import (
	"fmt"
	"math"
	"os"

	"github.com/planetscale/vtprotobuf/types/known/wrapperspb"
	"google.golang.org/protobuf/proto"
	known "google.golang.org/protobuf/types/known/wrapperspb"
)

func main() {
	value := known.Double(math.Copysign(0, -1))
	data, err := proto.Marshal(value)
	vtData, vtErr := (*wrapperspb.DoubleValue)(value).MarshalVT()
	fmt.Printf("protobuf: [% x], %v\n", data, err)
	fmt.Printf("vtprotobuf: [% x], %v\n", vtData, vtErr)
	if err != nil || vtErr != nil || len(data) != 9 || len(vtData) != 0 {
		os.Exit(1)
	}
}
