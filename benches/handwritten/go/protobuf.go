package bench

import (
	"google.golang.org/protobuf/proto"

	"serbench/schema"
	pb "serbench/schema_protobuf"
)

// https://pkg.go.dev/google.golang.org/protobuf/proto#MarshalOptions.MarshalAppend and #Unmarshal
func init() {
	directly = func() operations {
		var out []byte
		encode := func(message *pb.Root) (_ []byte, err error) {
			out, err = proto.MarshalOptions{}.MarshalAppend(out[:0], message)
			return out, err
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
