// ---
// library = "encoding/json"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/encoding/json#Marshal"
// module = "std"
// generate = ["fitted"]
//
// # `module` is the one whose version is shown. One that serbench does not know yet, at its version:
// # [require]
// # "example.com/mylib" = "v1.2.3"
// # Of a working copy, by a path relative to this file:
// # [replace]
// # "example.com/mylib" = "../mylib"
// ---

// A codec of encoding/json, to be replaced by yours. The front matter above says what it is; a codec
// that names a wire that serbench knows is proven against all others of that wire.
package main

import (
	"encoding/json"

	"serbench/driver"
	schema "serbench/schema_fitted" // the plain types, fitted to the library
)

// OwnCodec serves all values: what it keeps is reused.
type OwnCodec struct{}

// Encode appends the bytes of a value to out and returns it.
func (*OwnCodec) Encode(value *schema.Root, out []byte) ([]byte, error) {
	data, err := json.Marshal(value)
	return append(out, data...), err
}

// Decode fills an empty value.
func (*OwnCodec) Decode(data []byte, into *schema.Root) error {
	return json.Unmarshal(data, into)
}

func main() {
	driver.ServePlain(facts, &OwnCodec{})
}
