package bench

import (
	"github.com/fxamacker/cbor/v2"

	schema "serbench/schema_cbor"
)

// BenchmarkMarshal and BenchmarkUnmarshal of https://github.com/fxamacker/cbor/blob/master/bench_test.go,
// of modes with the codec's options
func init() {
	directly = func() operations {
		encoder := must(cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.EncMode())
		decoder := must(cbor.DecOptions{TextUnmarshaler: cbor.TextUnmarshalerTextString}.DecMode())
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return encoder.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, decoder.Unmarshal(data, value)
			},
		)
	}
}
