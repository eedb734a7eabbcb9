package bench

import (
	"serbench/schema"
	pb "serbench/schema_gogo"
)

// Size, MarshalTo and Unmarshal, which the generator writes:
// https://github.com/gogo/protobuf/blob/master/extensions.md#more-speed-and-more-generated-code;
// the buffer is used again. A message that does not leave a function stays on its stack.
func init() {
	directly = func() operations {
		out := make([]byte, 1<<16)
		encode := func(message *pb.Root) ([]byte, error) {
			size, err := message.MarshalTo(out)
			return out[:size], err
		}
		return library[schema.Root, *schema.Root, *pb.Root, *pb.Root]{
			fill:   func(value *schema.Root) (*pb.Root, error) { return pb.Populate(value), nil },
			encode: encode,
			decode: func(data []byte) (*pb.Root, error) {
				message := new(pb.Root)
				return message, message.Unmarshal(data)
			},
			take:      pb.Convert,
			serialize: func(value *schema.Root) ([]byte, error) { return encode(pb.Populate(value)) },
			deserialize: func(data []byte) (*schema.Root, error) {
				var message pb.Root
				if err := message.Unmarshal(data); err != nil {
					return nil, err
				}
				return pb.Convert(&message)
			},
		}.operations()
	}
}
