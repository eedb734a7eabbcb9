// An entry of a map of messages that has a key and no value takes as many bytes after the entry as it is long for the value, also
// beyond the end of the data. google.golang.org/protobuf reads an empty message.
// buf.build/go/hyperpb 0.1.3, google.golang.org/protobuf 1.36.12
// run: d=$(mktemp -d) && cp benches/findings/go/hyperpb_map_of_messages.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get buf.build/go/hyperpb@v0.1.3 google.golang.org/protobuf@v1.36.12 && go run .
// Prints: the entry and x = 200 (8 bytes)
//     protobuf: x = 200, a: id = 0
//     hyperpb: x = 0, a: id = 200
//   the entry and x = 7 (7 bytes)
//     protobuf: x = 7, a: id = 0
//     hyperpb: hyperpb: parser error at offset 8/0x8: invalid field number
//   two such entries (10 bytes)
//     protobuf: x = 0, a: id = 0, b: id = 0
//     hyperpb: hyperpb: parser error at offset 7/0x7: unexpected EOF
//   the entry alone (5 bytes)
//     protobuf: x = 0, a: id = 0
//     hyperpb: hyperpb: parser error at offset 6/0x6: invalid field number

package main

import (
	"fmt"
	"os"

	"buf.build/go/hyperpb"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// message Root { map<string, Leaf> map = 2; int64 x = 1; }  message Leaf { int64 id = 1; }
const schema = `
name: "finding.proto" syntax: "proto3"
message_type {
  name: "Root"
  field { name: "x" number: 1 label: LABEL_OPTIONAL type: TYPE_INT64 }
  field { name: "map" number: 2 label: LABEL_REPEATED type: TYPE_MESSAGE type_name: ".Root.MapEntry" }
  nested_type {
    name: "MapEntry" options { map_entry: true }
    field { name: "key" number: 1 label: LABEL_OPTIONAL type: TYPE_STRING }
    field { name: "value" number: 2 label: LABEL_OPTIONAL type: TYPE_MESSAGE type_name: ".Leaf" }
  }
}
message_type { name: "Leaf" field { name: "id" number: 1 label: LABEL_OPTIONAL type: TYPE_INT64 } }
`

var cases = []struct {
	name string
	data []byte
}{
	{"the entry and x = 200", []byte{0x12, 3, 0x0a, 1, 'a', 0x08, 0xc8, 0x01}},
	{"the entry and x = 7", []byte{0x12, 3, 0x0a, 1, 'a', 0x08, 7}},
	{"two such entries", []byte{0x12, 3, 0x0a, 1, 'a', 0x12, 3, 0x0a, 1, 'b'}},
	{"the entry alone", []byte{0x12, 3, 0x0a, 1, 'a'}},
}

func parse(message proto.Message, data []byte) string {
	if err := proto.Unmarshal(data, message); err != nil {
		return err.Error()
	}
	fields := message.ProtoReflect().Descriptor().Fields()
	x := message.ProtoReflect().Get(fields.ByName("x"))
	text := fmt.Sprintf("x = %v", x)
	message.ProtoReflect().Get(fields.ByName("map")).Map().Range(func(key protoreflect.MapKey, value protoreflect.Value) bool {
		id := value.Message().Descriptor().Fields().ByName("id")
		text += fmt.Sprintf(", %v: id = %v", key, value.Message().Get(id))
		return true
	})
	return text
}

func main() {
	file := new(descriptorpb.FileDescriptorProto)
	if err := prototext.Unmarshal([]byte(schema), file); err != nil {
		panic(err)
	}
	built, err := protodesc.NewFile(file, nil)
	if err != nil {
		panic(err)
	}
	root := built.Messages().ByName("Root")
	compiled := hyperpb.CompileMessageDescriptor(root)
	for _, one := range cases {
		want, read := parse(dynamicpb.NewMessage(root), one.data), parse(hyperpb.NewMessage(compiled), one.data)
		fmt.Printf("%s (%d bytes)\n  protobuf: %s\n  hyperpb: %s\n", one.name, len(one.data), want, read)
		if want == read {
			os.Exit(1)
		}
	}
}
