// The largest float32 is written with eight digits and zeros, and refused when read; strconv reads it.
// github.com/pelletier/go-toml/v2 2.4.3
// run: d=$(mktemp -d) && cp benches/findings/go/go_toml_largest_float32.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/pelletier/go-toml/v2@v2.4.3 && go run .
// Prints: X = 340282350000000000000000000000000000000.0
//   toml: float value 340282349999999991754788743781432688640.000000 cannot be stored in float32

package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

type record struct{ X float32 }

func main() {
	text, err := toml.Marshal(record{math.MaxFloat32})
	var read record
	readErr := toml.Unmarshal(text, &read)
	_, number, _ := strings.Cut(strings.TrimSpace(string(text)), " = ")
	parsed, parseErr := strconv.ParseFloat(number, 32)
	fmt.Printf("%s%v\n", text, readErr)
	if err != nil || readErr == nil || parseErr != nil || parsed != math.MaxFloat32 {
		os.Exit(1)
	}
}
