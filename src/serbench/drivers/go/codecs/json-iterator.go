// ---
// library = "json-iterator/go"
// released = "2021-09-11"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/json-iterator/go#usage"
// unmaintained = "https://github.com/json-iterator/go/issues/706"
// unions = "the value, by MarshalJSON and UnmarshalJSON"
// module = "github.com/json-iterator/go"
// generate = ["fitted"]
// limits = [
//     "NaN and infinities",
//     "values nested more than 10000 levels deep do not decode",
//     "timestamps beyond the years 0 to 9999",
// ]
// # Decimals are converted: decimal.Decimal writes 1.10 as "1.1".
// [types]
// timestamp_s_utc = "RFC 3339 text"
// timestamp_ms_utc = "RFC 3339 text"
// timestamp_us_utc = "RFC 3339 text"
// timestamp_ns_utc = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// uuid = "string"
// bigint = "number"
// keys = "object"
// ---

package main

import (
	api "github.com/json-iterator/go"

	"serbench/driver"
	"serbench/library/jsoniter"
	schema "serbench/schema_fitted" // the plain types, fitted to the library
)

// This configuration is the one that the library's page puts in the place of encoding/json.
func main() {
	driver.ServePlain(facts, jsoniter.New[schema.Root](api.ConfigCompatibleWithStandardLibrary))
}
