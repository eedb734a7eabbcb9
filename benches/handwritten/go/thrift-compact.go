package bench

import (
	"context"

	"github.com/apache/thrift/lib/go/thrift"

	"serbench/schema"
	model "serbench/schema_thrift"
)

// TSerializer and TDeserializer:
// https://github.com/apache/thrift/blob/master/lib/go/thrift/serializer_test.go
func init() {
	directly = func() operations {
		ctx, factory := context.Background(), thrift.NewTCompactProtocolFactoryConf(nil)
		writer, reader := thrift.NewTSerializer(), thrift.NewTDeserializer()
		writer.Protocol, reader.Protocol = factory.GetProtocol(writer.Transport), factory.GetProtocol(reader.Transport)
		encode := func(message *model.Root) ([]byte, error) { return writer.Write(ctx, message) }
		decode := func(data []byte) (*model.Root, error) {
			message := new(model.Root)
			return message, reader.Read(ctx, message, data)
		}
		return library[schema.Root, *schema.Root, *model.Root, *model.Root]{
			fill:      func(value *schema.Root) (*model.Root, error) { return model.Populate(value), nil },
			encode:    encode,
			decode:    decode,
			take:      model.Convert,
			serialize: func(value *schema.Root) ([]byte, error) { return encode(model.Populate(value)) },
			deserialize: func(data []byte) (*schema.Root, error) {
				message, err := decode(data)
				if err != nil {
					return nil, err
				}
				return model.Convert(message)
			},
		}.operations()
	}
}
