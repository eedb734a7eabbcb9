// ---
// library = "bufbuild/hyperpb"
// released = "2025-09-24"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/bufbuild/hyperpb-go#usage"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// evolution = "field numbers"
// module = "buf.build/go/hyperpb"
// generate = ["hyperpb"]
// # What it reads, google.golang.org/protobuf writes: its messages cannot be changed.
// limits = [
//     "it only reads: encode and populate are those of google.golang.org/protobuf",
//     "texts with characters from U+80000 on do not decode",
// ]
// ---

package main

import (
	"strings"

	"buf.build/go/hyperpb"
	"google.golang.org/protobuf/proto"

	"serbench/driver"
	"serbench/schema"
	pb "serbench/schema_hyperpb"
)

// hyper compiles its parser once. Messages whose use ends here share memory that is freed after each,
// as the library's page advises; those that are handed out have their own.
type hyper struct {
	parser *hyperpb.MessageType
	shared *hyperpb.Shared
}

func (*hyper) Populate(value *schema.Root) (*pb.Root, error) { return pb.Populate(value), nil }

func (*hyper) Encode(message *pb.Root, out []byte) ([]byte, error) {
	return proto.MarshalOptions{}.MarshalAppend(out, message)
}

func (c *hyper) Decode(data []byte) (*hyperpb.Message, error) {
	message := hyperpb.NewMessage(c.parser)
	return message, message.Unmarshal(data)
}

func (*hyper) Convert(message *hyperpb.Message) (*schema.Root, error) { return pb.Read(message) }

func (c *hyper) Deserialize(data []byte) (*schema.Root, error) {
	defer c.shared.Free()
	message := c.shared.NewMessage(c.parser)
	if err := message.Unmarshal(data); err != nil {
		return nil, err
	}
	return pb.Read(message)
}

func (c *hyper) Read(data []byte) (uint64, error) {
	defer c.shared.Free()
	message := c.shared.NewMessage(c.parser)
	if err := message.Unmarshal(data); err != nil {
		return 0, err
	}
	return pb.VisitReflected(message), nil
}

func (*hyper) Explain(value *schema.Root, data []byte) string {
	isHigh := func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80000 })
	}
	return driver.Text(value, isHigh, "a text with a character from U+80000 on")
}

func main() {
	descriptor := (*pb.Root)(nil).ProtoReflect().Descriptor()
	codec := &hyper{hyperpb.CompileMessageDescriptor(descriptor), new(hyperpb.Shared)}
	driver.Serve[schema.Root, *schema.Root, *pb.Root, *hyperpb.Message](facts, codec)
}
