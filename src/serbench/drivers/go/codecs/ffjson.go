// ---
// library = "ffjson"
// released = "2019-09-30"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/pquerna/ffjson#readme-tip-3-creating-an-encoder"
// module = "github.com/pquerna/ffjson"
// generate = ["ffjson"]
// limits = ["NaN and infinities"]
// # No types: it calls UnmarshalJSON of a pointer in a list or map that it never made, and no
// # UnmarshalText.
// ---

package main

import (
	ff "github.com/pquerna/ffjson/ffjson"

	"serbench/driver"
	schema "serbench/schema_ffjson" // the plain types with ffjson's methods
)

// ffjson has one Encoder on the driver's buffer and one Decoder.
type ffjson struct {
	out     []byte
	encoder *ff.Encoder
	decoder *ff.Decoder
}

func (c *ffjson) Write(part []byte) (int, error) {
	c.out = append(c.out, part...)
	return len(part), nil
}

func (c *ffjson) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out = out
	err := c.encoder.EncodeFast(value)
	return c.out, err
}

func (c *ffjson) Decode(data []byte, into *schema.Root) error { return c.decoder.Decode(data, into) }

func (*ffjson) Explain(value *schema.Root, data []byte) string { return driver.NonFinite(value) }

func main() {
	codec := &ffjson{decoder: ff.NewDecoder()}
	codec.encoder = ff.NewEncoder(codec)
	driver.ServePlain(facts, codec)
}
