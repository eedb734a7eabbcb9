// ---
// library = "pelletier/go-toml"
// released = "2026-07-05"
// format = "toml"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/pelletier/go-toml/v2#Marshal"
// module = "github.com/pelletier/go-toml/v2"
// generate = ["toml"]
// # It has no null: an absent optional is left out, which only a record allows.
// unsupported = ["list<optional>", "map<optional>", "tags"]
// limits = [
//     "u64 above 2^63 - 1",
//     "the largest f32 does not decode",
//     "timestamps beyond the years 0 to 9999",
// ]
// [types]
// timestamp_s_utc = "offset date-time"
// timestamp_ms_utc = "offset date-time"
// timestamp_us_utc = "offset date-time"
// timestamp_ns_utc = "offset date-time"
// timestamp_offset = "offset date-time"
// uuid = "string"
// # It writes enums as keys by MarshalText and reads them as numbers.
// integer_keys = "table"
// uuid_keys = "table"
// text_keys = "table"
// ---

package main

import (
	"cmp"

	"github.com/pelletier/go-toml/v2"

	"serbench/driver"
	schema "serbench/schema_toml" // the plain types with the library's tags
)

type goTOML struct{}

func (goTOML) Encode(value *schema.Root, out []byte) ([]byte, error) {
	return toml.Marshal(value)
}

func (goTOML) Decode(data []byte, into *schema.Root) error {
	*into = schema.Root{} // what is left out would stay
	return toml.Unmarshal(data, into)
}

func (goTOML) Explain(value *schema.Root, data []byte) string {
	return cmp.Or(driver.AboveInt64(value), driver.LargestFloat32(value), driver.FarYear(value))
}

func main() { driver.ServePlain(facts, goTOML{}) }
