// ---
// library = "goccy/go-json"
// released = "2026-10-29"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/goccy/go-json#Encoder"
// unions = "the value, by MarshalJSON and UnmarshalJSON"
// module = "github.com/goccy/go-json"
// generate = ["fitted"]
// limits = [
//     "NaN and infinities",
//     "the largest f32 does not decode",
//     "values nested more than 10000 levels deep do not decode",
//     "timestamps beyond the years 0 to 9999",
// ]
// # Decimals are converted: decimal.Decimal writes 1.10 as "1.1".
// [types]
// absent = "no member"
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
	"strings"

	"github.com/goccy/go-json"

	"serbench/driver"
	schema "serbench/schema_fitted" // the plain types, fitted to the library
)

// goccyJSON has one Encoder on a buffer that is reused.
type goccyJSON struct {
	out     []byte
	encoder *json.Encoder
}

func (c *goccyJSON) Write(part []byte) (int, error) {
	c.out = append(c.out, part...)
	return len(part), nil
}

func (c *goccyJSON) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out = out
	err := c.encoder.Encode(value)
	// The Encoder ends each value with a line feed, which is no part of it.
	return c.out[:max(len(c.out)-1, 0)], err
}

func (*goccyJSON) Decode(data []byte, into *schema.Root) error {
	err := json.Unmarshal(data, into)
	if err != nil && strings.Contains(err.Error(), "exceeded max depth") {
		return driver.CannotHold("%v", err)
	}
	return err
}

func (*goccyJSON) Explain(value *schema.Root, data []byte) string {
	return cmp.Or(driver.NonFinite(value), driver.LargestFloat32(value), driver.FarYear(value))
}

func main() {
	codec := &goccyJSON{}
	codec.encoder = json.NewEncoder(codec)
	codec.encoder.SetEscapeHTML(false) // for JSON within HTML; other libraries write <, > and & as they are
	driver.ServePlain(facts, codec)
}
