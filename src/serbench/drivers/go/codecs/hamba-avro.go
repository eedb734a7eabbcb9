// ---
// library = "hamba/avro"
// released = "2025-12-30"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema"]
// page = "https://pkg.go.dev/github.com/hamba/avro/v2#Writer"
// unmaintained = "https://github.com/hamba/avro/pull/592"
// module = "github.com/hamba/avro/v2"
// generate = ["avro"]
// # It has no type of Go for an Avro long that is unsigned.
// unsupported = ["u64"]
// # Local timestamps are converted: it takes a time.Time to the zone of the machine.
// [types]
// date = "i32"
// time_ms = "i32"
// time_us = "i64"
// timestamp_ms_utc = "i64"
// timestamp_us_utc = "i64"
// uuid = "string"
// ---

package main

import (
	"github.com/hamba/avro/v2"

	"serbench/driver"
	schema "serbench/schema_avro" // the plain types with the library's tags
)

// hamba has one Writer, since Marshal makes a buffer for each value.
type hamba struct {
	api    avro.API
	schema avro.Schema
	writer *avro.Writer
}

func (c *hamba) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.writer.Reset(nil)
	c.writer.Error = nil
	c.writer.WriteVal(c.schema, value)
	return append(out, c.writer.Buffer()...), c.writer.Error
}

func (c *hamba) Decode(data []byte, into *schema.Root) error {
	return c.api.Unmarshal(c.schema, data, into)
}

func main() {
	// Text of any length: by default it refuses what is longer than 1 MiB.
	// Blocks with their sizes in bytes, the default, are what Avro C++ 1.8.2 does not read.
	api := avro.Config{DisableBlockSizeHeader: true, MaxByteSliceSize: -1}.Freeze()
	writer := avro.NewWriter(nil, 512, avro.WithWriterConfig(api))
	driver.ServePlain(facts, &hamba{api, avro.MustParse(schema.AvroSchema), writer})
}
