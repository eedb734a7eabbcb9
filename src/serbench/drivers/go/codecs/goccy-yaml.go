// ---
// library = "goccy/go-yaml"
// released = "2026-01-08"
// format = "yaml"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/goccy/go-yaml#Marshal"
// module = "github.com/goccy/go-yaml"
// generate = ["yaml"]
// unsupported = ["tags"]
// ---

package main

import (
	"github.com/goccy/go-yaml"

	"serbench/driver"
	schema "serbench/schema_yaml" // the plain types with the library's tags
)

type goccyYAML struct{}

func (goccyYAML) Encode(value *schema.Root, out []byte) ([]byte, error) { return yaml.Marshal(value) }

func (goccyYAML) Decode(data []byte, into *schema.Root) error { return yaml.Unmarshal(data, into) }

func main() { driver.ServePlain(facts, goccyYAML{}) }
