// ---
// library = "goccy/go-yaml"
// released = "2026-01-08"
// format = "yaml"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/goccy/go-yaml#Marshal"
// module = "github.com/goccy/go-yaml"
// generate = ["yaml"]
// unsupported = ["escapes", "tags"]
// limits = [
//     "some texts with line breaks or control characters",
//     "keys that are <<",
//     "timestamps beyond the years 0 to 9999",
// ]
// [types]
// timestamp_s_utc = "RFC 3339 text"
// timestamp_ms_utc = "RFC 3339 text"
// timestamp_us_utc = "RFC 3339 text"
// timestamp_ns_utc = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// uuid = "string"
// integer_keys = "mapping"
// boolean_keys = "mapping"
// uuid_keys = "mapping"
// text_keys = "mapping"
// ---

package main

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"

	"serbench/driver"
	schema "serbench/schema_yaml" // the plain types with the library's tags
)

type goccyYAML struct{}

func (goccyYAML) Encode(value *schema.Root, out []byte) ([]byte, error) { return yaml.Marshal(value) }

func (goccyYAML) Decode(data []byte, into *schema.Root) error { return yaml.Unmarshal(data, into) }

func (goccyYAML) Explain(value *schema.Root, data []byte) string {
	isMerge := func(text string) bool { return text == "<<" }
	hasControl := func(text string) bool { return strings.ContainsFunc(text, unicode.IsControl) }
	return cmp.Or(
		driver.Text(value, isMerge, "a key that is <<"),
		driver.Text(value, hasControl, "a text with a line break or a control character"),
		driver.FarYear(value),
	)
}

func main() { driver.ServePlain(facts, goccyYAML{}) }
