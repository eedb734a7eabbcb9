// -0.0 equals zero, which a field is left out for, as the documentation says: it is read as 0.0. In a list it stays.
// encoding/gob of Go 1.26
// run: go run benches/findings/go/gob_zero.go
// Prints: sign in a field: false, in a list: true

package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math"
	"os"
)

type record struct {
	Field float64
	List  []float64
}

func main() {
	zero := math.Copysign(0, -1)
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(record{zero, []float64{zero}})
	var read record
	readErr := gob.NewDecoder(&out).Decode(&read)
	fmt.Printf("sign in a field: %t, in a list: %t\n", math.Signbit(read.Field), math.Signbit(read.List[0]))
	if err != nil || readErr != nil || math.Signbit(read.Field) || !math.Signbit(read.List[0]) {
		os.Exit(1)
	}
}
