// Maps that the library writes and does not read: of keys that have MarshalText, which go-toml reads as numbers; of keys of a named
// type, at which kelindar/binary panics; and of booleans as keys, which encoding/json does not write.
// github.com/pelletier/go-toml/v2 2.4.3, github.com/kelindar/binary 1.0.19, github.com/bytedance/sonic 1.15.5 on amd64
// run: d=$(mktemp -d) && cp benches/findings/go/map_keys.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/pelletier/go-toml/v2@v2.4.3 github.com/kelindar/binary@v1.0.19 github.com/bytedance/sonic@v1.15.5 && go run .
// Prints: go-toml: "[M]\nred = 1\n", read: toml: cannot parse map key "red" as main.Colour: strconv.ParseUint: parsing "red": invalid syntax
//   kelindar/binary: "\x01\x00\x00\x00\x00\x02", read: reflect.Value.SetMapIndex: value of type uint32 is not assignable to type main.Colour
//   sonic: "{\"true\":1}", read: *errors.MismatchTypeError

package main

import (
	"fmt"
	"os"

	"github.com/bytedance/sonic"
	"github.com/kelindar/binary"
	"github.com/pelletier/go-toml/v2"
)

type Colour uint32

func (Colour) MarshalText() ([]byte, error) { return []byte("red"), nil }

func (c *Colour) UnmarshalText(text []byte) error {
	*c = 0
	return nil
}

type colours struct{ M map[Colour]int }

func read(unmarshal func([]byte, any) error, data []byte, into any) (failed any) {
	defer func() {
		if panicked := recover(); panicked != nil {
			failed = panicked
		}
	}()
	if err := unmarshal(data, into); err != nil {
		return err
	}
	return nil
}

func main() {
	asTOML, err1 := toml.Marshal(colours{map[Colour]int{0: 1}})
	ofTOML := read(toml.Unmarshal, asTOML, new(colours))
	fmt.Printf("go-toml: %q, read: %v\n", asTOML, ofTOML)
	asBinary, err2 := binary.Marshal(map[Colour]int{0: 1})
	ofBinary := read(binary.Unmarshal, asBinary, new(map[Colour]int))
	fmt.Printf("kelindar/binary: %q, read: %v\n", asBinary, ofBinary)
	asJSON, err3 := sonic.Marshal(map[bool]int{true: 1})
	ofJSON := read(sonic.Unmarshal, asJSON, new(map[bool]int))
	fmt.Printf("sonic: %q, read: %T\n", asJSON, ofJSON)
	if err1 != nil || err2 != nil || err3 != nil || ofTOML == nil || ofBinary == nil || ofJSON == nil {
		os.Exit(1)
	}
}
