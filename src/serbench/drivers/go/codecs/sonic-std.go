// ---
// library = "bytedance/sonic"
// released = "2026-10-26"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/bytedance/sonic#compatibility"
// unions = "the value, by MarshalJSON and UnmarshalJSON"
// module = "github.com/bytedance/sonic"
// generate = ["fitted"]
// limits = ["NaN and infinities", "-0.0 becomes 0.0", "timestamps beyond the years 0 to 9999"]
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
	api "github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"

	"serbench/driver"
	"serbench/library/sonic"
	schema "serbench/schema_fitted" // the plain types, fitted to the library
)

// ConfigStd writes and refuses what encoding/json does: keys of maps are in order, and there are
// escapes for HTML.
const asStd = encoder.EscapeHTML | encoder.SortMapKeys | encoder.CompactMarshaler | encoder.ValidateString

func main() {
	driver.ServePlain(facts, sonic.Codec[schema.Root]{API: api.ConfigStd, Options: asStd})
}
