package bench

import (
	"bytes"

	"github.com/pquerna/ffjson/ffjson"

	schema "serbench/schema_ffjson"
)

// Tip 3 of https://github.com/pquerna/ffjson#reducing-garbage-collection, an Encoder; and a Decoder:
// https://pkg.go.dev/github.com/pquerna/ffjson/ffjson#NewDecoder. Marshal with Pool (tip 2) and
// Unmarshal, which keep neither buffer nor lexer, take a fifth more.
func init() {
	directly = func() operations {
		var out bytes.Buffer
		encoder, decoder := ffjson.NewEncoder(&out), ffjson.NewDecoder()
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				out.Reset()
				err := encoder.Encode(value)
				return out.Bytes(), err
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, decoder.Decode(data, value)
			},
		)
	}
}
