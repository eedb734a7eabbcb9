// ---
// library = "google.golang.org/protobuf"
// released = "2026-08-10"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "reference", "core"]
// page = "https://pkg.go.dev/google.golang.org/protobuf/proto#MarshalOptions.MarshalAppend"
// unions = "a message with a oneof"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// evolution = "field numbers"
// module = "google.golang.org/protobuf"
// generate = ["protobuf"]
// limits = ["values nested more than 10000 messages deep do not decode"]
// ---

package main

import (
	"strings"

	"google.golang.org/protobuf/proto"

	"serbench/driver"
	"serbench/schema"
	pb "serbench/schema_protobuf"
)

type protobuf struct{}

func (protobuf) Populate(value *schema.Root) (*pb.Root, error) { return pb.Populate(value), nil }

func (protobuf) Encode(message *pb.Root, out []byte) ([]byte, error) {
	return proto.MarshalOptions{}.MarshalAppend(out, message)
}

func (protobuf) Decode(data []byte) (*pb.Root, error) {
	message := new(pb.Root)
	err := proto.Unmarshal(data, message)
	if err != nil && strings.Contains(err.Error(), "exceeded maximum recursion depth") {
		return nil, driver.CannotHold("%v", err)
	}
	return message, err
}

func (protobuf) DecodeInto(data []byte, message *pb.Root) error {
	return proto.Unmarshal(data, message)
}

func (protobuf) Convert(message *pb.Root) (*schema.Root, error) { return pb.Convert(message) }

func (c protobuf) Read(data []byte) (uint64, error) {
	message, err := c.Decode(data)
	if err != nil {
		return 0, err
	}
	return pb.Visit(message), nil
}

func main() { driver.Serve[schema.Root, *schema.Root, *pb.Root, *pb.Root](facts, protobuf{}) }
