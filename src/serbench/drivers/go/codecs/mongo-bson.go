// ---
// library = "mongo-driver bson"
// released = "2026-11-03"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing"]
// page = "https://pkg.go.dev/go.mongodb.org/mongo-driver/v2/bson#Encoder"
// module = "go.mongodb.org/mongo-driver/v2"
// generate = ["bson"]
// unsupported = ["tags"]
// limits = ["u64 above 2^63 - 1", "NaN in an f32 does not decode", "keys that hold the character NUL"]
// [types]
// absent = "no member"
// timestamp_s = "UTC datetime"
// timestamp_ms = "UTC datetime"
// ---

package main

import (
	"bytes"
	"cmp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"serbench/driver"
	schema "serbench/schema_bson" // the plain types with the library's tags and methods
)

// mongoBSON has one Encoder, which writes into the driver's buffer.
type mongoBSON struct {
	out     bytes.Buffer
	encoder *bson.Encoder
}

func (c *mongoBSON) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	c.encoder.Reset(bson.NewDocumentWriter(&c.out))
	err := c.encoder.Encode(value)
	if err != nil && strings.Contains(err.Error(), "null byte") {
		return out, driver.CannotHold("a key that holds the character NUL")
	}
	return c.out.Bytes(), err
}

func (*mongoBSON) Decode(data []byte, into *schema.Root) error { return bson.Unmarshal(data, into) }

func (*mongoBSON) Explain(value *schema.Root, data []byte) string {
	return cmp.Or(driver.AboveInt64(value), driver.NonFinite(value))
}

func main() {
	codec := &mongoBSON{}
	codec.encoder = bson.NewEncoder(bson.NewDocumentWriter(&codec.out))
	driver.ServePlain(facts, codec)
}
