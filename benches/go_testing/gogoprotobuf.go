package bench

import (
	"github.com/gogo/protobuf/proto"

	"serbench/schema"
	pb "serbench/schema_gogo"
)

// BenchmarkNidOptNativeProtoMarshal and its like, which benchgen writes
// (https://github.com/gogo/protobuf/blob/master/extensions.md), with MarshalTo into a buffer that
// is used again: https://pkg.go.dev/github.com/gogo/protobuf/plugin/marshalto
func init() {
	libraries["gogoprotobuf"] = func() operations {
		out := make([]byte, 1<<16)
		encode := func(message *pb.Root) ([]byte, error) {
			size, err := message.MarshalTo(out)
			return out[:size], err
		}
		decode := func(data []byte) (*pb.Root, error) {
			message := new(pb.Root)
			return message, proto.Unmarshal(data, message)
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
