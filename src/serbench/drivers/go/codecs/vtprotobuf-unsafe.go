// ---
// library = "planetscale/vtprotobuf"
// released = "2024-01-29"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/planetscale/vtprotobuf#available-features"
// unions = "a message with a oneof"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// evolution = "field numbers"
// module = "github.com/planetscale/vtprotobuf"
// generate = ["vtprotobuf"]
// limits = ["-0.0 becomes 0.0 in a field that is not optional"]
// ---

package main

import (
	"bytes"

	"serbench/driver"
	"serbench/schema"
	pb "serbench/schema_vtprotobuf" // by protoc-gen-go and protoc-gen-go-vtproto
)

// unsafeStrings decodes by UnmarshalVTUnsafe: text and bytes of a message lie in what it was read
// from, which is one copy of the data and, for Borrow and Read, the data themselves.
type unsafeStrings struct{}

func (unsafeStrings) Populate(value *schema.Root) (*pb.Root, error) { return pb.Populate(value), nil }

func (unsafeStrings) Encode(message *pb.Root, out []byte) ([]byte, error) {
	size := message.SizeVT()
	if cap(out) < size {
		out = make([]byte, size)
	}
	out = out[:size]
	_, err := message.MarshalToSizedBufferVT(out)
	return out, err
}

func (c unsafeStrings) Decode(data []byte) (*pb.Root, error) { return c.Borrow(bytes.Clone(data)) }

func (unsafeStrings) Borrow(data []byte) (*pb.Root, error) {
	message := new(pb.Root)
	return message, message.UnmarshalVTUnsafe(data)
}

func (unsafeStrings) Convert(message *pb.Root) (*schema.Root, error) { return pb.Convert(message) }

// Serialize and Deserialize keep the message of the root on the stack.
func (c unsafeStrings) Serialize(value *schema.Root, out []byte) ([]byte, error) {
	return c.Encode(pb.Populate(value), out)
}

// The plain value takes over the message's text, hence the copy.
func (unsafeStrings) Deserialize(data []byte) (*schema.Root, error) {
	var message pb.Root
	if err := message.UnmarshalVTUnsafe(bytes.Clone(data)); err != nil {
		return nil, err
	}
	return pb.Convert(&message)
}

func (c unsafeStrings) Read(data []byte) (uint64, error) {
	message, err := c.Borrow(data)
	if err != nil {
		return 0, err
	}
	return pb.Visit(message), nil
}

func (unsafeStrings) Explain(value *schema.Root, data []byte) string {
	return driver.NegativeZero(value)
}

func main() { driver.Serve[schema.Root, *schema.Root, *pb.Root, *pb.Root](facts, unsafeStrings{}) }
