// ---
// library = "segmentio/encoding/json"
// released = "2026-03-10"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/segmentio/encoding/json#Append"
// unions = "the value, by MarshalJSON and UnmarshalJSON"
// module = "github.com/segmentio/encoding"
// generate = ["fitted"]
// limits = ["NaN and infinities"]
// ---

package main

import (
	"github.com/segmentio/encoding/json"

	"serbench/driver"
	schema "serbench/schema_fitted" // the plain types, fitted to the library
)

type segmentio struct{}

// Encode has no flags: EscapeHTML is for JSON within HTML, SortMapKeys for readers of the bytes.
func (segmentio) Encode(value *schema.Root, out []byte) ([]byte, error) {
	return json.Append(out, value, 0)
}

func (segmentio) Decode(data []byte, into *schema.Root) error { return json.Unmarshal(data, into) }

func (segmentio) Explain(value *schema.Root, data []byte) string { return driver.NonFinite(value) }

func main() { driver.ServePlain(facts, segmentio{}) }
