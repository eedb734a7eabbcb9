// ---
// library = "ugorji/go/codec"
// released = "2026-08-04"
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing"]
// page = "https://pkg.go.dev/github.com/ugorji/go/codec#CborHandle"
// module = "github.com/ugorji/go/codec"
// generate = ["ugorji"]
// unsupported = ["tags"]
// limits = ["values nested more than 1024 levels deep do not decode"]
// # Times are converted: it writes the zero time.Time as null, and no time finer than microseconds.
// [types]
// integer_keys = "map"
// boolean_keys = "map"
// enum_keys = "map"
// text_keys = "map"
// ---

package main

import (
	"github.com/ugorji/go/codec"

	"serbench/driver"
	"serbench/library/ugorji"
	schema "serbench/schema_ugorji" // the plain types with the library's tags and methods
)

func main() {
	driver.ServePlain(facts, ugorji.New[schema.Root](&codec.CborHandle{}))
}
