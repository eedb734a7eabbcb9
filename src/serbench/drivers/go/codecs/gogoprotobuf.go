// ---
// library = "gogo/protobuf"
// released = "2021-01-10"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/gogo/protobuf#more-speed-and-more-generated-code"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// unmaintained = "https://github.com/gogo/protobuf/issues/691"
// evolution = "field numbers"
// module = "github.com/gogo/protobuf"
// generate = ["gogo"]
// limits = ["proto2: fields that equal 0 are written, where proto3 leaves them out"]
// ---

package main

import (
	"serbench/driver"
	"serbench/schema"
	pb "serbench/schema_gogo" // by protoc-gen-gogofaster
)

type gogoprotobuf struct{}

func (gogoprotobuf) Populate(value *schema.Root) (*pb.Root, error) { return pb.Populate(value), nil }

func (gogoprotobuf) Encode(message *pb.Root, out []byte) ([]byte, error) {
	size := message.Size()
	if cap(out) < size {
		out = make([]byte, size)
	}
	out = out[:size]
	_, err := message.MarshalToSizedBuffer(out)
	return out, err
}

func (gogoprotobuf) Decode(data []byte) (*pb.Root, error) {
	message := new(pb.Root)
	return message, message.Unmarshal(data)
}

func (gogoprotobuf) DecodeInto(data []byte, message *pb.Root) error {
	message.Reset()
	return message.Unmarshal(data)
}

func (gogoprotobuf) Convert(message *pb.Root) (*schema.Root, error) { return pb.Convert(message) }

// Serialize keeps the message on the stack: it has its parts within it.
func (c gogoprotobuf) Serialize(value *schema.Root, out []byte) ([]byte, error) {
	return c.Encode(pb.Populate(value), out)
}

func (gogoprotobuf) Deserialize(data []byte) (*schema.Root, error) {
	var message pb.Root
	if err := message.Unmarshal(data); err != nil {
		return nil, err
	}
	return pb.Convert(&message)
}

func (c gogoprotobuf) Read(data []byte) (uint64, error) {
	message, err := c.Decode(data)
	if err != nil {
		return 0, err
	}
	return pb.Visit(message), nil
}

func main() {
	driver.Serve[schema.Root, *schema.Root, *pb.Root, *pb.Root](facts, gogoprotobuf{})
}
