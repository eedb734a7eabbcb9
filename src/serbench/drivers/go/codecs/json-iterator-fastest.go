// ---
// library = "json-iterator/go"
// released = "2021-09-11"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/json-iterator/go#pkg-variables"
// unmaintained = "https://github.com/json-iterator/go/issues/706"
// module = "github.com/json-iterator/go"
// generate = ["fitted"]
// # It rounds floats to six digits after the point, and reads no escapes in names of fields.
// unsupported = ["f32", "f64", "escapes"]
// limits = [
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

func main() { driver.ServePlain(facts, jsoniter.New[schema.Root](api.ConfigFastest)) }
