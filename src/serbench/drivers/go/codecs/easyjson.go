// ---
// library = "mailru/easyjson"
// released = "2026-03-14"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/mailru/easyjson#generated-marshalerunmarshaler-funcs"
// module = "github.com/mailru/easyjson"
// generate = ["easyjson"]
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

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jwriter"

	"serbench/driver"
	schema "serbench/schema_easyjson" // the plain types with the generator's methods
)

type easyJSON struct{}

// Encode is easyjson.Marshal, which has no buffer to be given.
func (easyJSON) Encode(value *schema.Root, out []byte) ([]byte, error) {
	var writer jwriter.Writer
	value.MarshalEasyJSON(&writer)
	return writer.BuildBytes(out)
}

func (easyJSON) Decode(data []byte, into *schema.Root) error { return easyjson.Unmarshal(data, into) }

func (easyJSON) Explain(value *schema.Root, data []byte) string {
	return cmp.Or(driver.NonFinite(value), driver.FarYear(value))
}

func main() { driver.ServePlain(facts, easyJSON{}) }
