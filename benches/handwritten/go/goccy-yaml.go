package bench

import (
	"github.com/goccy/go-yaml"

	schema "serbench/schema_yaml"
)

// Marshal and Unmarshal, as in
// https://github.com/goccy/go-yaml/blob/master/benchmarks/benchmark_test.go
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return yaml.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, yaml.Unmarshal(data, value)
			},
		)
	}
}
