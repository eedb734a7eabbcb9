// ---
// library = "ugorji/go/codec"
// released = "2026-08-04"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/ugorji/go/codec#JsonHandle"
// module = "github.com/ugorji/go/codec"
// generate = ["ugorji"]
// unsupported = ["tags", "list<empty>"]
// limits = ["NaN and infinities", "values nested more than 1024 levels deep do not decode"]
// # Times are converted: it writes the zero time.Time as null.
// [types]
// uuid = "string"
// bigint = "number"
// keys = "object"
// ---

package main

import (
	"github.com/ugorji/go/codec"

	"serbench/driver"
	"serbench/library/ugorji"
	schema "serbench/schema_ugorji" // the plain types with the library's tags and methods
)

type ugorjiJSON struct{ *ugorji.Codec[schema.Root] }

func (ugorjiJSON) Explain(value *schema.Root, data []byte) string { return driver.NonFinite(value) }

func main() {
	// Escapes for HTML are for JSON within HTML; other libraries write <, > and & as they are.
	// Keys that are no text would stand without quotes.
	handle := &codec.JsonHandle{HTMLCharsAsIs: true, MapKeyAsString: driver.HasTypedMaps[schema.Root]()}
	driver.ServePlain(facts, ugorjiJSON{ugorji.New[schema.Root](handle)})
}
