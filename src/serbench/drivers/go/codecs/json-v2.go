// ---
// library = "go-json-experiment/json"
// released = "2026-11-07"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/go-json-experiment/json#MarshalWrite"
// unions = "the value, by MarshalJSON and UnmarshalJSON"
// module = "github.com/go-json-experiment/json"
// generate = ["fitted"]
// limits = [
//     "NaN and infinities",
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
	"bytes"
	"cmp"
	"strings"

	"github.com/go-json-experiment/json"

	"serbench/driver"
	schema "serbench/schema_fitted" // the plain types, fitted to the library
)

// jsonV2 writes into the driver's buffer, which the library's encoder appends to without a copy.
type jsonV2 struct{ out bytes.Buffer }

func (c *jsonV2) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	err := json.MarshalWrite(&c.out, value)
	return c.out.Bytes(), err
}

func (*jsonV2) Decode(data []byte, into *schema.Root) error {
	err := json.Unmarshal(data, into)
	if err != nil && strings.Contains(err.Error(), "exceeded max depth") {
		return driver.CannotHold("%v", err)
	}
	return err
}

func (*jsonV2) Explain(value *schema.Root, data []byte) string {
	return cmp.Or(driver.NonFinite(value), driver.FarYear(value))
}

func main() { driver.ServePlain(facts, &jsonV2{}) }
