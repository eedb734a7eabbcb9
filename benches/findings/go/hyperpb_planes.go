// A text with a character of U+80000 or above is refused as invalid UTF-8, such as the flag of England, which has tags of plane 14;
// google.golang.org/protobuf reads it.
// buf.build/go/hyperpb 0.1.3, google.golang.org/protobuf 1.36.12
// run: d=$(mktemp -d) && cp benches/findings/go/hyperpb_planes.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get buf.build/go/hyperpb@v0.1.3 google.golang.org/protobuf@v1.36.12 && go run .
// Prints: "\U00010000": protobuf: <nil>, hyperpb: <nil>, with WithAllowInvalidUTF8: <nil>
//   "\U0007ffff": protobuf: <nil>, hyperpb: <nil>, with WithAllowInvalidUTF8: <nil>
//   "\U00080000": protobuf: <nil>, hyperpb: hyperpb: parser error at offset 2/0x2: invalid UTF-8 in string, with WithAllowInvalidUTF8: <nil>
//   "\U0010ffff": protobuf: <nil>, hyperpb: hyperpb: parser error at offset 2/0x2: invalid UTF-8 in string, with WithAllowInvalidUTF8: <nil>
//   "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": protobuf: <nil>, hyperpb: hyperpb: parser error at offset 2/0x2: invalid UTF-8 in string, with WithAllowInvalidUTF8: <nil>

package main

import (
	"fmt"
	"os"

	"buf.build/go/hyperpb"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

func main() {
	text := new(wrapperspb.StringValue)
	compiled := hyperpb.CompileMessageDescriptor(text.ProtoReflect().Descriptor())
	texts := []string{
		"\U00010000", "\U0007ffff", "\U00080000", "\U0010ffff",
		"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", // the flag of England
	}
	holds := true
	for index, one := range texts {
		data, _ := proto.Marshal(wrapperspb.String(one))
		err := proto.Unmarshal(data, text)
		hyperErr := proto.Unmarshal(data, hyperpb.NewMessage(compiled))
		allowed := hyperpb.NewMessage(compiled).Unmarshal(data, hyperpb.WithAllowInvalidUTF8(true))
		fmt.Printf("%+q: protobuf: %v, hyperpb: %v, with WithAllowInvalidUTF8: %v\n", one, err, hyperErr, allowed)
		holds = holds && err == nil && (hyperErr != nil) == (index >= 2) && allowed == nil
	}
	if !holds {
		os.Exit(1)
	}
}
