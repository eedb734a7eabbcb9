// A pointer to bytes that is not null panics in the UnmarshalJSON that ffjson generates; encoding/json reads it.
// github.com/pquerna/ffjson aa0246cd15f7 (2019-09-30, its last)
// run: d=$(mktemp -d) && mkdir $d/record && cp benches/findings/go/ffjson_bytes.go $d/main.go && sed -n 's,^// record: ,,p' benches/findings/go/ffjson_bytes.go > $d/record/record.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/pquerna/ffjson@v0.0.0-20190930134022-aa0246cd15f7 && go run github.com/pquerna/ffjson record/record.go && go run .
// Prints: encoding/json: [0 1]
//   ffjson: reflect: call of reflect.Value.SetBytes on ptr Value
// record: package record
// record: type Record struct{ Data *[]byte }

package main

import (
	"encoding/json"
	"fmt"
	"os"

	"finding/record"
)

type plain record.Record // without the methods that ffjson generates

func main() {
	text := []byte(`{"Data": "AAE="}`)
	var read plain
	if err := json.Unmarshal(text, &read); err != nil {
		panic(err)
	}
	fmt.Println("encoding/json:", *read.Data)
	defer func() { fmt.Println("ffjson:", recover()) }()
	fmt.Println(new(record.Record).UnmarshalJSON(text))
	os.Exit(1)
}
