// ---
// library = "ugorji/go/codec"
// released = "2026-08-04"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "self-describing"]
// page = "https://pkg.go.dev/github.com/ugorji/go/codec#MsgpackHandle"
// module = "github.com/ugorji/go/codec"
// generate = ["ugorji"]
// unsupported = ["tags"]
// limits = ["values nested more than 1024 levels deep do not decode"]
// # Times are converted: it writes the zero time.Time as null.
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
	// WriteExt is the format's present state, with types of their own for text and bytes.
	driver.ServePlain(facts, ugorji.New[schema.Root](&codec.MsgpackHandle{WriteExt: true}))
}
