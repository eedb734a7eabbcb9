package bench

import (
	"buf.build/go/hyperpb"
	"google.golang.org/protobuf/proto"

	"serbench/schema"
	pb "serbench/schema_hyperpb"
)

// proto.Marshal, and Shared memory that is freed after each message:
// https://github.com/bufbuild/hyperpb-go#memory-reuse
func init() {
	directly = func() operations {
		parser := hyperpb.CompileMessageDescriptor((*pb.Root)(nil).ProtoReflect().Descriptor())
		shared := new(hyperpb.Shared)
		encode := func(message *pb.Root) ([]byte, error) { return proto.Marshal(message) }
		return library[schema.Root, *schema.Root, *pb.Root, *hyperpb.Message]{
			fill:   func(value *schema.Root) (*pb.Root, error) { return pb.Populate(value), nil },
			encode: encode,
			decode: func(data []byte) (*hyperpb.Message, error) {
				message := hyperpb.NewMessage(parser)
				return message, proto.Unmarshal(data, message)
			},
			take:      func(message *hyperpb.Message) (*schema.Root, error) { return pb.Read(message) },
			serialize: func(value *schema.Root) ([]byte, error) { return encode(pb.Populate(value)) },
			deserialize: func(data []byte) (*schema.Root, error) {
				message := shared.NewMessage(parser)
				defer shared.Free()
				if err := proto.Unmarshal(data, message); err != nil {
					return nil, err
				}
				return pb.Read(message)
			},
		}.operations()
	}
}
