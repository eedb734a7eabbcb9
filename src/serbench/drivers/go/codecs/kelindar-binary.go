// ---
// library = "kelindar/binary"
// released = "2024-02-25"
// format = "kelindar-binary"
// traits = ["binary", "schema"]
// page = "https://github.com/kelindar/binary#usage"
// module = "github.com/kelindar/binary"
// generate = ["fitted"]
// # It looks through a type until it ends, and a recursive one has no end.
// unsupported = ["recursion"]
// [types]
// date = "time.Time"
// timestamp = "time.Time"
// timestamp_offset = "time.Time"
// decimal = "decimal.Decimal"
// uuid = "uuid.UUID"
// # It panics at a map whose keys are of a named type, such as an enum.
// integer_keys = "map"
// boolean_keys = "map"
// uuid_keys = "map"
// text_keys = "map"
// ---

package main

import (
	"bytes"

	"github.com/kelindar/binary"

	"serbench/driver"
	schema "serbench/schema_fitted" // the plain types, fitted to the library
)

// kelindar writes into the driver's buffer.
type kelindar struct{ out bytes.Buffer }

func (c *kelindar) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	err := binary.MarshalTo(value, &c.out)
	return c.out.Bytes(), err
}

func (*kelindar) Decode(data []byte, into *schema.Root) error {
	*into = schema.Root{} // lists of nothing are left as they are
	return binary.Unmarshal(data, into)
}

func main() { driver.ServePlain(facts, &kelindar{}) }
