package bench

import (
	"github.com/vmihailenco/msgpack/v5"

	schema "serbench/schema_msgpack"
)

// BenchmarkStructMarshal and BenchmarkStructUnmarshal of
// https://github.com/vmihailenco/msgpack/blob/v5/bench_test.go
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return msgpack.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, msgpack.Unmarshal(data, value)
			},
		)
	}
}
