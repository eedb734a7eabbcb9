package bench

import (
	"github.com/pelletier/go-toml/v2"

	schema "serbench/schema_toml"
)

// Marshal and Unmarshal, as in
// https://github.com/pelletier/go-toml/blob/v2/benchmark/benchmark_test.go
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return toml.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, toml.Unmarshal(data, value)
			},
		)
	}
}
