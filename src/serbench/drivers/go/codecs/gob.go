// ---
// library = "encoding/gob"
// format = "gob"
// traits = ["binary", "self-describing"]
// page = "https://pkg.go.dev/encoding/gob#hdr-Basics"
// module = "std"
// generate = ["fitted"]
// # It has no null: an absent optional is left out, which only a record allows.
// unsupported = ["list<optional>", "map<optional>"]
// limits = [
//     "optionals whose value is 0, false or empty become absent",
//     "-0.0 becomes 0.0 in a field",
// ]
// [types]
// date = "time.Time"
// time = "time.Duration"
// timestamp = "time.Time"
// timestamp_offset = "time.Time"
// duration = "time.Duration"
// decimal = "decimal.Decimal"
// uuid = "uuid.UUID"
// bigint = "*big.Int"
// keys = "map"
// ---

package main

import (
	"bytes"
	"cmp"
	"encoding/gob"

	"serbench/driver"
	schema "serbench/schema_fitted" // the plain types, fitted to the library
)

// gobCodec makes an Encoder and a Decoder for each value, since each is a message by itself: those of
// a stream describe the types once.
type gobCodec struct{ out bytes.Buffer }

func (c *gobCodec) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	err := gob.NewEncoder(&c.out).Encode(value)
	return c.out.Bytes(), err
}

func (*gobCodec) Decode(data []byte, into *schema.Root) error {
	*into = schema.Root{} // what is left out would stay
	return gob.NewDecoder(bytes.NewReader(data)).Decode(into)
}

func (*gobCodec) Explain(value *schema.Root, data []byte) string {
	return cmp.Or(driver.ZeroOptional(value), driver.NegativeZero(value))
}

func main() { driver.ServePlain(facts, &gobCodec{}) }
