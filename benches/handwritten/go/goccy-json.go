package bench

import (
	"github.com/goccy/go-json"

	"serbench/schema"
)

// Marshal without escapes for HTML, as the codec's (MarshalNoEscape has them: what does not escape
// is the value, to the heap), and Unmarshal, as in
// https://github.com/goccy/go-json/blob/master/benchmarks/encode_test.go and
// https://github.com/goccy/go-json/blob/master/benchmarks/decode_test.go
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return json.MarshalWithOption(value, json.DisableHTMLEscape())
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, json.Unmarshal(data, value)
			},
		)
	}
}
