// ---
// library = "tinylib/msgp"
// released = "2026-09-30"
// format = "msgpack"
// traits = ["binary", "self-describing"]
// page = "https://github.com/tinylib/msgp/wiki/Getting-Started"
// module = "github.com/tinylib/msgp"
// generate = ["msgp"]
// # For a pointer to a map, or a map whose keys are enums, its generator writes what does not compile.
// unsupported = ["optional<map>", "tags"]
// [types]
// timestamp_s_utc = "extension 5"
// timestamp_ms_utc = "extension 5"
// timestamp_us_utc = "extension 5"
// timestamp_ns_utc = "extension 5"
// integer_keys = "map"
// boolean_keys = "map"
// text_keys = "map"
// ---

package main

import (
	"serbench/driver"
	schema "serbench/schema_msgp" // the plain types with the generator's methods
)

type msgp struct{}

func (msgp) Encode(value *schema.Root, out []byte) ([]byte, error) { return value.MarshalMsg(out) }

func (msgp) Decode(data []byte, into *schema.Root) error {
	_, err := into.UnmarshalMsg(data)
	return err
}

func main() { driver.ServePlain(facts, msgp{}) }
