// NaN in a float32 is written, and refused when read, unless the field has the option truncate; infinities are read.
// go.mongodb.org/mongo-driver/v2 2.9.3
// run: d=$(mktemp -d) && cp benches/findings/go/mongo_bson_nan.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get go.mongodb.org/mongo-driver/v2@v2.9.3 && go run .
// Prints: NaN: error decoding key x: float64 can only be truncated to a lower precision type when truncation is enabled
//   infinity: <nil>
//   NaN, truncate: <nil>

package main

import (
	"fmt"
	"math"
	"os"

	"go.mongodb.org/mongo-driver/v2/bson"
)

type (
	record    struct{ X float32 }
	truncated struct {
		X float32 `bson:"x,truncate"`
	}
)

func main() {
	nan, err := bson.Marshal(record{float32(math.NaN())})
	infinity, infErr := bson.Marshal(record{float32(math.Inf(1))})
	var read record
	nanRead := bson.Unmarshal(nan, &read)
	infRead := bson.Unmarshal(infinity, &read)
	truncatedRead := bson.Unmarshal(nan, new(truncated))
	fmt.Printf("NaN: %v\ninfinity: %v\nNaN, truncate: %v\n", nanRead, infRead, truncatedRead)
	if err != nil || infErr != nil || nanRead == nil || infRead != nil || truncatedRead != nil {
		os.Exit(1)
	}
}
