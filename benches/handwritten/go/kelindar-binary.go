package bench

import (
	"bytes"

	"github.com/kelindar/binary"

	"serbench/schema"
)

// BenchmarkBinary of https://github.com/kelindar/binary/blob/master/encoder_test.go
func init() {
	directly = func() operations {
		var out bytes.Buffer
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				out.Reset()
				err := binary.MarshalTo(value, &out)
				return out.Bytes(), err
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, binary.Unmarshal(data, value)
			},
		)
	}
}
