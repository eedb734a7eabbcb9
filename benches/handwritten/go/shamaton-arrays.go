package bench

import (
	"github.com/shamaton/msgpack/v3"

	schema "serbench/schema_shamaton"
)

// https://pkg.go.dev/github.com/shamaton/msgpack/v3#MarshalAsArray, as in
// https://github.com/shamaton/msgpack_bench
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return msgpack.MarshalAsArray(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, msgpack.UnmarshalAsArray(data, value)
			},
		)
	}
}
