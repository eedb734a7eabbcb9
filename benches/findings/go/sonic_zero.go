// -0, as the library itself and encoding/json write -0.0, is read as 0.0 into a field; encoding/json reads -0.0.
// github.com/bytedance/sonic 1.15.5 on amd64, encoding/json of Go 1.26
// run: d=$(mktemp -d) && cp benches/findings/go/sonic_zero.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/bytedance/sonic@v1.15.5 && go run .
// Prints: sonic writes {"X":-0}
//   encoding/json reads a sign: true, sonic: false, sonic of -0.0: true

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/bytedance/sonic"
)

type record struct{ X float64 }

func main() {
	text, err := sonic.ConfigStd.Marshal(record{math.Copysign(0, -1)})
	var std, read, point record
	stdErr := json.Unmarshal(text, &std)
	readErr := sonic.ConfigStd.Unmarshal(text, &read)
	pointErr := sonic.ConfigStd.Unmarshal([]byte(`{"X":-0.0}`), &point)
	fmt.Printf("sonic writes %s\n", text)
	fmt.Printf("encoding/json reads a sign: %t, sonic: %t, sonic of -0.0: %t\n",
		math.Signbit(std.X), math.Signbit(read.X), math.Signbit(point.X))
	if err != nil || stdErr != nil || readErr != nil || pointErr != nil ||
		string(text) != `{"X":-0}` || !math.Signbit(std.X) || math.Signbit(read.X) || !math.Signbit(point.X) {
		os.Exit(1)
	}
}
