package bench

import (
	"github.com/go-json-experiment/json"

	"serbench/schema"
)

// Marshal and Unmarshal, as in
// https://github.com/go-json-experiment/json/blob/master/bench_test.go
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return json.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, json.Unmarshal(data, value)
			},
		)
	}
}
