// NaN and infinities are written as NaN, +Inf and -Inf, which is no JSON, without an error; encoding/json refuses them.
// github.com/pquerna/ffjson aa0246cd15f7 (2019-09-30, its last)
// run: d=$(mktemp -d) && mkdir $d/record && cp benches/findings/go/ffjson_nan.go $d/main.go && sed -n 's,^// record: ,,p' benches/findings/go/ffjson_nan.go > $d/record/record.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/pquerna/ffjson@v0.0.0-20190930134022-aa0246cd15f7 && go run github.com/pquerna/ffjson record/record.go && go run .
// Prints: ffjson: {"X":NaN,"Y":+Inf}, <nil>
//   refused by its reader: true
//   encoding/json: json: unsupported value: NaN
// record: package record
// record: type Record struct{ X, Y float64 }

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"finding/record"
)

type plain record.Record // without the methods that ffjson generates

func main() {
	value := record.Record{X: math.NaN(), Y: math.Inf(1)}
	text, err := value.MarshalJSON()
	fmt.Printf("ffjson: %s, %v\n", text, err)
	if err != nil || json.Valid(text) {
		os.Exit(1)
	}
	fmt.Println("refused by its reader:", new(record.Record).UnmarshalJSON(text) != nil)
	_, err = json.Marshal(plain(value))
	fmt.Println("encoding/json:", err)
}
