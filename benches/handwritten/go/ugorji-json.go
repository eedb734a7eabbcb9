package bench

import (
	"github.com/ugorji/go/codec"

	schema "serbench/schema_ugorji"
)

// One Encoder and one Decoder on bytes, which are reset, as sTestCodecEncode and sTestCodecDecode have
// them, which the library's benchmarks call:
// https://github.com/ugorji/go/blob/master/codec/codec_bench_test.go
func init() {
	directly = func() operations {
		handle := &codec.JsonHandle{HTMLCharsAsIs: true}
		out := make([]byte, 0, 1<<10)
		encoder, decoder := codec.NewEncoderBytes(&out, handle), codec.NewDecoderBytes(nil, handle)
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				out = out[:0]
				encoder.ResetBytes(&out)
				err := encoder.Encode(value)
				return out, err
			},
			func(data []byte) (*schema.Root, error) {
				decoder.ResetBytes(data)
				value := new(schema.Root)
				return value, decoder.Decode(value)
			},
		)
	}
}
