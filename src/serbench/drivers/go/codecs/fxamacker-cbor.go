// ---
// library = "fxamacker/cbor"
// released = "2026-10-06"
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing", "core"]
// page = "https://pkg.go.dev/github.com/fxamacker/cbor/v2#UserBufferEncMode"
// module = "github.com/fxamacker/cbor/v2"
// generate = ["cbor"]
// unsupported = ["tags"]
// limits = ["values nested more than 65535 levels deep do not decode"]
// # Times are converted: of a pointer to the zero time.Time, which is the first moment of the year 1, it
// # writes null.
// [types]
// absent = "no member"
// uuid = "bytes"
// bigint = "integer, or tags 2 and 3"
// decimal = "bytes of decimal.Decimal"
// keys = "map"
// ---

package main

import (
	"bytes"
	"errors"

	"github.com/fxamacker/cbor/v2"

	"serbench/driver"
	schema "serbench/schema_cbor" // the plain types with the library's tags and methods
)

// fxamacker writes into the driver's buffer. Its modes are made once: symbols are texts, and limits
// are the highest.
type fxamacker struct {
	out     bytes.Buffer
	encoder cbor.UserBufferEncMode
	decoder cbor.DecMode
}

func (c *fxamacker) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	err := c.encoder.MarshalToBuffer(value, &c.out)
	return c.out.Bytes(), err
}

func (c *fxamacker) Decode(data []byte, into *schema.Root) error {
	err := c.decoder.Unmarshal(data, into)
	if tooDeep := new(cbor.MaxNestedLevelError); errors.As(err, &tooDeep) {
		return driver.CannotHold("%v", err)
	}
	return err
}

func main() {
	encoder, err := cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.UserBufferEncMode()
	if err != nil {
		panic(err) // the options are constant
	}
	decoder, err := cbor.DecOptions{
		TextUnmarshaler:  cbor.TextUnmarshalerTextString,
		MaxNestedLevels:  65535,
		MaxArrayElements: 1<<31 - 1,
		MaxMapPairs:      1<<31 - 1,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	driver.ServePlain(facts, &fxamacker{encoder: encoder, decoder: decoder})
}
