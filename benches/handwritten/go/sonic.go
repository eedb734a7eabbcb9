package bench

import (
	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"

	"serbench/schema"
)

// BenchmarkEncoder_Binding_Sonic_Fast, without its NoQuoteTextMarshaler, which writes symbols without
// quotes: https://github.com/bytedance/sonic/blob/main/encoder/encoder_test.go; and Unmarshal of
// https://github.com/bytedance/sonic#marshalunmarshal
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return encoder.Encode(value, 0)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, sonic.Unmarshal(data, value)
			},
		)
	}
}
