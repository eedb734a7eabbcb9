// Package thrift is what the codecs of Apache Thrift share: they differ in a protocol.
package thrift

import (
	"context"

	"github.com/apache/thrift/lib/go/thrift"
)

// A Struct is a pointer to what the compiler made of a struct S.
type Struct[S any] interface {
	*S
	thrift.TStruct
}

// A Codec has one serializer and one deserializer.
type Codec[S any, P Struct[S]] struct {
	context context.Context
	writer  *thrift.TSerializer
	reader  *thrift.TDeserializer
}

func New[S any, P Struct[S]](protocols thrift.TProtocolFactory) Codec[S, P] {
	out, in := thrift.NewTMemoryBufferLen(1024), thrift.NewTMemoryBufferLen(1024)
	return Codec[S, P]{
		context.Background(),
		&thrift.TSerializer{Transport: out, Protocol: protocols.GetProtocol(out)},
		&thrift.TDeserializer{Transport: in, Protocol: protocols.GetProtocol(in)},
	}
}

// Encode is TSerializer.Write, which appends the bytes to nothing.
func (c Codec[S, P]) Encode(message P, out []byte) ([]byte, error) {
	c.writer.Transport.Reset()
	if err := message.Write(c.context, c.writer.Protocol); err != nil {
		return out, err
	}
	err := c.writer.Protocol.Flush(c.context)
	return append(out, c.writer.Transport.Bytes()...), err
}

func (c Codec[S, P]) Decode(data []byte) (P, error) {
	message := P(new(S))
	return message, c.reader.Read(c.context, message, data)
}
