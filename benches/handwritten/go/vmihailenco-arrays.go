package bench

import (
	"bytes"

	"github.com/vmihailenco/msgpack/v5"

	schema "serbench/schema_msgpack_arrays"
)

// Marshal of https://github.com/vmihailenco/msgpack/blob/v5/bench_test.go with an Encoder that writes
// arrays: https://pkg.go.dev/github.com/vmihailenco/msgpack/v5#Encoder.UseArrayEncodedStructs
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				var out bytes.Buffer
				encoder := msgpack.GetEncoder()
				defer msgpack.PutEncoder(encoder)
				encoder.Reset(&out)
				encoder.UseArrayEncodedStructs(true)
				err := encoder.Encode(value)
				return out.Bytes(), err
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, msgpack.Unmarshal(data, value)
			},
		)
	}
}
