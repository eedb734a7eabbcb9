package bench

import (
	"github.com/bytedance/sonic"

	"serbench/schema"
)

// BenchmarkEncoder_Binding_Sonic of
// https://github.com/bytedance/sonic/blob/main/encoder/encoder_test.go, which validates no text; and
// ConfigStd's Unmarshal: https://github.com/bytedance/sonic#compatibility
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return sonic.ConfigStd.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, sonic.ConfigStd.Unmarshal(data, value)
			},
		)
	}
}
