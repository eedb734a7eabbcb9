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
// limits = ["NaN and infinities", "timestamps beyond the years 0 to 9999"]
// # Decimals are converted: decimal.Decimal writes 1.10 as "1.1".
// [types]
// timestamp_s_utc = "RFC 3339 text"
// timestamp_ms_utc = "RFC 3339 text"
// timestamp_us_utc = "RFC 3339 text"
// timestamp_ns_utc = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// uuid = "string"
// bigint = "number"
// integer_keys = "object"
// enum_keys = "object"
// uuid_keys = "object"
// text_keys = "object"
// ---

package main

import (
	"cmp"

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

func (segmentio) Explain(value *schema.Root, data []byte) string {
	return cmp.Or(driver.NonFinite(value), driver.FarYear(value))
}

func main() { driver.ServePlain(facts, segmentio{}) }
