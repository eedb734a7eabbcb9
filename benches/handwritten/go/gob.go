package bench

import (
	"bytes"
	"encoding/gob"

	"serbench/schema"
)

// Encode and Decode, as in https://github.com/golang/go/blob/master/src/encoding/gob/timing_test.go, of
// streams that have one value each: https://pkg.go.dev/encoding/gob#hdr-Basics
func init() {
	directly = func() operations {
		var out bytes.Buffer
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				out.Reset()
				err := gob.NewEncoder(&out).Encode(value)
				return out.Bytes(), err
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, gob.NewDecoder(bytes.NewReader(data)).Decode(value)
			},
		)
	}
}
