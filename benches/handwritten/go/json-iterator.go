package bench

import (
	jsoniter "github.com/json-iterator/go"

	"serbench/schema"
)

// Marshal and Unmarshal of ConfigCompatibleWithStandardLibrary: https://github.com/json-iterator/go#usage, which
// https://github.com/json-iterator/go-benchmark/blob/master/src/github.com/json-iterator/go-benchmark/benchmark_medium_payload_test.go
// calls as well
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return jsoniter.ConfigCompatibleWithStandardLibrary.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, jsoniter.ConfigCompatibleWithStandardLibrary.Unmarshal(data, value)
			},
		)
	}
}
