package bench

import (
	"github.com/segmentio/encoding/json"

	"serbench/schema"
)

// Append to a buffer that is used again, and Unmarshal, as BenchmarkMarshal and BenchmarkUnmarshal of
// https://github.com/segmentio/encoding/blob/master/json/json_test.go call them, without its flags, which
// are for HTML and for readers of the bytes
func init() {
	directly = func() operations {
		var out []byte
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				var err error
				out, err = json.Append(out[:0], value, 0)
				return out, err
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, json.Unmarshal(data, value)
			},
		)
	}
}
