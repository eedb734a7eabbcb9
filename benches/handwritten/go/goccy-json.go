package bench

import (
	"github.com/goccy/go-json"

	"serbench/schema"
)

// MarshalNoEscape and Unmarshal, as in
// https://github.com/goccy/go-json/blob/master/benchmarks/encode_test.go and
// https://github.com/goccy/go-json/blob/master/benchmarks/decode_test.go
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return json.MarshalNoEscape(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, json.Unmarshal(data, value)
			},
		)
	}
}
