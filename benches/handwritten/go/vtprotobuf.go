package bench

import (
	"serbench/schema"
	pb "serbench/schema_vtprotobuf"
)

// MarshalVT and UnmarshalVT, which the generator writes:
// https://github.com/planetscale/vtprotobuf#available-features; the buffer is used again
func init() {
	directly = func() operations {
		out := make([]byte, 1<<16)
		encode := func(message *pb.Root) ([]byte, error) {
			size, err := message.MarshalToVT(out)
			return out[:size], err
		}
		decode := func(data []byte) (*pb.Root, error) {
			message := new(pb.Root)
			return message, message.UnmarshalVT(data)
		}
		return library[schema.Root, *schema.Root, *pb.Root, *pb.Root]{
			fill:      func(value *schema.Root) (*pb.Root, error) { return pb.Populate(value), nil },
			encode:    encode,
			decode:    decode,
			take:      pb.Convert,
			serialize: func(value *schema.Root) ([]byte, error) { return encode(pb.Populate(value)) },
			deserialize: func(data []byte) (*schema.Root, error) {
				message, err := decode(data)
				if err != nil {
					return nil, err
				}
				return pb.Convert(message)
			},
		}.operations()
	}
}
