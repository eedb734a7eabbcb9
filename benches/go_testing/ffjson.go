package bench

import (
	"github.com/pquerna/ffjson/ffjson"

	schema "serbench/schema_ffjson"
)

// Tips 1 and 2 of https://github.com/pquerna/ffjson#reducing-garbage-collection: Marshal, and the
// buffer back to the pool when it is no longer needed; Unmarshal.
func init() {
	libraries["ffjson"] = func() operations {
		var buffer []byte
		return ofPlain(
			func(value *schema.Root) (_ []byte, err error) {
				ffjson.Pool(buffer)
				buffer, err = ffjson.Marshal(value)
				return buffer, err
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, ffjson.Unmarshal(data, value)
			},
		)
	}
}
