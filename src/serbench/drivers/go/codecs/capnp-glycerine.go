// ---
// library = "glycerine/go-capnproto"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy"]
// page = "https://pkg.go.dev/github.com/glycerine/go-capnproto#ReadFromMemoryZeroCopy"
// module = "github.com/glycerine/go-capnproto"
// generate = ["glycerine"]
// ---

package main

import (
	"bytes"

	capn "github.com/glycerine/go-capnproto"

	"serbench/driver"
	"serbench/schema"
	model "serbench/schema_glycerine" // by its capnpc-go
)

// capnGlycerine writes to the driver's buffer.
type capnGlycerine struct{ out []byte }

func (c *capnGlycerine) Write(part []byte) (int, error) {
	c.out = append(c.out, part...)
	return len(part), nil
}

func (c *capnGlycerine) Populate(value *schema.Root) (*capn.Segment, error) {
	return model.Populate(value)
}

func (c *capnGlycerine) Encode(segment *capn.Segment, out []byte) ([]byte, error) {
	c.out = out
	_, err := segment.WriteTo(c)
	return c.out, err
}

// Decode copies the bytes, which the message would otherwise lie in.
func (c *capnGlycerine) Decode(data []byte) (*capn.Segment, error) {
	segment, _, err := capn.ReadFromMemoryZeroCopy(bytes.Clone(data))
	return segment, err
}

func (c *capnGlycerine) Convert(segment *capn.Segment) (*schema.Root, error) {
	return model.Convert(segment)
}

func (c *capnGlycerine) Read(data []byte) (uint64, error) {
	segment, _, err := capn.ReadFromMemoryZeroCopy(data)
	if err != nil {
		return 0, err
	}
	return model.Visit(segment)
}

func main() {
	driver.Serve[schema.Root, *schema.Root, *capn.Segment, *capn.Segment](facts, &capnGlycerine{})
}
