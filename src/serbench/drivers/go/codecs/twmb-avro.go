// ---
// library = "twmb/avro"
// released = "2026-09-06"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema", "core"]
// page = "https://pkg.go.dev/github.com/twmb/avro#Schema.AppendEncode"
// module = "github.com/twmb/avro"
// generate = ["avro"]
// limits = ["u64 above 2^63 - 1"]
// [types]
// date = "i32"
// time_ms = "i32"
// time_us = "i64"
// timestamp_ms = "i64"
// timestamp_us = "i64"
// timestamp_ns = "i64"
// uuid = "string"
// ---

package main

import (
	"github.com/twmb/avro"

	"serbench/driver"
	schema "serbench/schema_avro" // the plain types with the library's tags
)

type twmb struct{ schema *avro.Schema }

func (c twmb) Encode(value *schema.Root, out []byte) ([]byte, error) {
	return c.schema.AppendEncode(out, value)
}

func (c twmb) Decode(data []byte, into *schema.Root) error {
	_, err := c.schema.Decode(data, into)
	return err
}

func (twmb) Explain(value *schema.Root, data []byte) string { return driver.AboveInt64(value) }

func main() { driver.ServePlain(facts, twmb{avro.MustParse(schema.AvroSchema)}) }
