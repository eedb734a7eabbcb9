// -0.0 is written without a fraction, as -0, and read back as -0.0.
// encoding/json of Go 1.26
// run: go run benches/findings/go/encoding_json_zero.go
// Prints: -0, read: true

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
)

func main() {
	text, _ := json.Marshal(math.Copysign(0, -1))
	var read float64
	err := json.Unmarshal(text, &read)
	fmt.Printf("%s, read: %t\n", text, math.Signbit(read))
	if err != nil || string(text) != "-0" || !math.Signbit(read) {
		os.Exit(1)
	}
}
