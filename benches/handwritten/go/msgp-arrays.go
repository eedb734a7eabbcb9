package bench

import (
	schema "serbench/schema_msgp_arrays"
)

// BenchmarkAppendMsg and BenchmarkUnmarshal as its generator writes them:
// https://github.com/tinylib/msgp/blob/master/gen/testgen.go
func init() {
	directly = func() operations {
		var out []byte
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				var err error
				out, err = value.MarshalMsg(out[:0])
				return out, err
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				_, err := value.UnmarshalMsg(data)
				return value, err
			},
		)
	}
}
