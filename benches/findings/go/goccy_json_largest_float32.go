// The largest float32 is written as 3.4028235e+38, as encoding/json writes it, and refused when read; encoding/json reads it.
// github.com/goccy/go-json 0.12.0, encoding/json of Go 1.26
// run: d=$(mktemp -d) && cp benches/findings/go/goccy_json_largest_float32.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/goccy/go-json@v0.12.0 && go run .
// Prints: 3.4028235e+38
//   goccy/go-json: json: cannot unmarshal number 3.4028235e+38 into Go value of type float32
//   encoding/json: <nil>

package main

import (
	std "encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/goccy/go-json"
)

func main() {
	text, err := json.Marshal(float32(math.MaxFloat32))
	var read, readStd float32
	readErr := json.Unmarshal(text, &read)
	stdErr := std.Unmarshal(text, &readStd)
	fmt.Printf("%s\ngoccy/go-json: %v\nencoding/json: %v\n", text, readErr, stdErr)
	if err != nil || readErr == nil || stdErr != nil || readStd != math.MaxFloat32 {
		os.Exit(1)
	}
}
