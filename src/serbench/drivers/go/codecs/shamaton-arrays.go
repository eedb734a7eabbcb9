// ---
// library = "shamaton/msgpack"
// released = "2026-02-06"
// format = "msgpack-arrays"
// # No `wire`: it asks types for no methods, so that symbols are numbers and a list of u8 is bytes.
// traits = ["binary", "schema"]
// page = "https://pkg.go.dev/github.com/shamaton/msgpack/v3#MarshalAsArray"
// module = "github.com/shamaton/msgpack/v3"
// generate = ["shamaton"]
// unsupported = ["tags"]
// [types]
// timestamp_s_utc = "timestamp extension"
// timestamp_ms_utc = "timestamp extension"
// timestamp_us_utc = "timestamp extension"
// timestamp_ns_utc = "timestamp extension"
// integer_keys = "map"
// boolean_keys = "map"
// enum_keys = "map"
// text_keys = "map"
// ---

package main

import (
	"github.com/shamaton/msgpack/v3"

	"serbench/driver"
	schema "serbench/schema_shamaton" // the plain types with the library's tags
)

type shamaton struct{}

// Encode copies what MarshalAsArray returns, whose buffer is made for each value, as its Marshal is the
// only way to bytes that is not a stream.
func (shamaton) Encode(value *schema.Root, out []byte) ([]byte, error) {
	return msgpack.MarshalAsArray(value)
}

func (shamaton) Decode(data []byte, into *schema.Root) error {
	return msgpack.UnmarshalAsArray(data, into)
}

func main() { driver.ServePlain(facts, shamaton{}) }
