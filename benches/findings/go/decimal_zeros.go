// Decimals lose the zeros at their end, and with them their scale, in JSON and wherever String is called: 1.10 becomes "1.1".
// MarshalBinary keeps them.
// github.com/shopspring/decimal 1.4.0
// run: d=$(mktemp -d) && cp benches/findings/go/decimal_zeros.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/shopspring/decimal@v1.4.0 && go run .
// Prints: "1.1", exponent -1 after -2, <nil>, <nil>
//   binary: exponent -2, <nil>

package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/shopspring/decimal"
)

func main() {
	price := decimal.RequireFromString("1.10")
	text, err := json.Marshal(price)
	var read, kept decimal.Decimal
	again := json.Unmarshal(text, &read)
	data, _ := price.MarshalBinary()
	binaryErr := kept.UnmarshalBinary(data)
	fmt.Printf("%s, exponent %d after %d, %v, %v\n", text, read.Exponent(), price.Exponent(), err, again)
	fmt.Printf("binary: exponent %d, %v\n", kept.Exponent(), binaryErr)
	if read.Exponent() != -1 || kept.Exponent() != -2 {
		os.Exit(1)
	}
}
