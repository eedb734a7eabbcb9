package bench

import (
	"bytes"

	"capnproto.org/go/capnp/v3"

	"serbench/schema"
	model "serbench/schema_capnp"
)

// BenchmarkMarshal_ReuseMsg and BenchmarkUnmarshal_Reuse of
// https://github.com/capnproto/go-capnp/blob/main/integration_test.go, with an Encoder, whose buffer
// is used again, where that calls Marshal.
func init() {
	directly = func() operations {
		var out bytes.Buffer
		encoder := capnp.NewEncoder(&out)
		encode := func(message *capnp.Message) ([]byte, error) {
			out.Reset()
			err := encoder.Encode(message)
			return out.Bytes(), err
		}
		fill := func(message *capnp.Message, value *schema.Root) (*capnp.Message, error) {
			_, err := model.Populate(value, message, nil) // resets it to capnp.SingleSegment(nil)
			return message, err
		}
		written, read := new(capnp.Message), new(capnp.Message)
		arena, owned := capnp.NewReadOnlySingleSegment(nil), []byte(nil)
		in := func(data []byte) *capnp.Message {
			read.Release()
			arena.ReplaceData(data[8:])
			read.Arena = arena
			return read
		}
		return library[schema.Root, *schema.Root, *capnp.Message, *capnp.Message]{
			fill:   func(value *schema.Root) (*capnp.Message, error) { return fill(new(capnp.Message), value) },
			encode: encode,
			decode: func(data []byte) (*capnp.Message, error) {
				owned = append(owned[:0], data...)
				return in(owned), nil
			},
			take: model.Convert,
			serialize: func(value *schema.Root) ([]byte, error) {
				message, err := fill(written, value)
				if err != nil {
					return nil, err
				}
				return encode(message)
			},
			deserialize: func(data []byte) (*schema.Root, error) { return model.Convert(in(data)) },
		}.operations()
	}
}
