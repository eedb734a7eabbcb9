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
	"serbench/library/fxamacker"
	schema "serbench/schema_cbor" // the plain types with the library's tags and methods
)

// fxamackerCBOR writes into the driver's buffer.
type fxamackerCBOR struct{ out bytes.Buffer }

func (c *fxamackerCBOR) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	err := fxamacker.Encoder.MarshalToBuffer(value, &c.out)
	return c.out.Bytes(), err
}

func (*fxamackerCBOR) Decode(data []byte, into *schema.Root) error {
	err := fxamacker.Decoder.Unmarshal(data, into)
	if tooDeep := new(cbor.MaxNestedLevelError); errors.As(err, &tooDeep) {
		return driver.CannotHold("%v", err)
	}
	return err
}

func main() { driver.ServePlain(facts, &fxamackerCBOR{}) }
