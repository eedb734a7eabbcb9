// ---
// library = "mus-format/mus-go"
// released = "2025-10-26"
// format = "mus"
// traits = ["binary", "schema"]
// page = "https://github.com/mus-format/mus-go#structs-support"
// module = "github.com/mus-format/mus-go"
// generate = ["mus"]
// types = { keys = "map" }
// ---

package main

import (
	"serbench/driver"
	"serbench/schema"
	model "serbench/schema_mus" // the serializers of the plain types
)

type mus struct{}

func (mus) Encode(value *schema.Root, out []byte) ([]byte, error) {
	size := model.Root.Size(*value)
	if cap(out) < size {
		out = make([]byte, size)
	}
	out = out[:size]
	model.Root.Marshal(*value, out)
	return out, nil
}

func (mus) Decode(data []byte, into *schema.Root) (err error) {
	*into, _, err = model.Root.Unmarshal(data)
	return err
}

func main() { driver.ServePlain(facts, mus{}) }
