package bench

import (
	"bytes"
	"encoding/json"

	"serbench/schema"
)

// https://pkg.go.dev/encoding/json#Encoder, without escapes for HTML as the codec's, and #Unmarshal
func init() {
	directly = func() operations {
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				out.Reset()
				err := encoder.Encode(value)
				return out.Bytes()[:out.Len()-1], err // a line feed ends it, which is no part of the value
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, json.Unmarshal(data, value)
			},
		)
	}
}
