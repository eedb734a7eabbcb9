// ---
// library = "glycerine/go-capnproto"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects"]
// page = "https://pkg.go.dev/github.com/glycerine/go-capnproto#ReadFromMemoryZeroCopyNoAlloc"
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

// capnGlycerine writes to the driver's buffer. As in the library's own benchmarks, messages are
// made in memory that is used again.
type capnGlycerine struct {
	out   []byte
	spare []byte
	one   *capn.MultiBuffer
}

// A message is one that was made here; its memory is nobody else's.
type message struct{ segment *capn.Segment }

func (c *capnGlycerine) Write(part []byte) (int, error) {
	c.out = append(c.out, part...)
	return len(part), nil
}

func (c *capnGlycerine) Populate(value *schema.Root) (message, error) {
	memory := c.spare
	c.spare = nil
	segment, err := model.Populate(value, memory)
	return message{segment}, err
}

func (c *capnGlycerine) Release(input message) { c.spare = input.segment.Data }

func (c *capnGlycerine) Encode(input message, out []byte) ([]byte, error) {
	c.out = out
	_, err := input.segment.WriteTo(c)
	return c.out, err
}

// Decode copies the bytes, which the message would otherwise lie in.
func (c *capnGlycerine) Decode(data []byte) (*capn.Segment, error) {
	return c.Borrow(bytes.Clone(data))
}

func (c *capnGlycerine) Borrow(data []byte) (*capn.Segment, error) {
	segment, _, err := capn.ReadFromMemoryZeroCopy(data)
	return segment, err
}

func (c *capnGlycerine) Convert(segment *capn.Segment) (*schema.Root, error) {
	return model.Convert(segment)
}

func (c *capnGlycerine) Read(data []byte) (uint64, error) {
	if _, err := capn.ReadFromMemoryZeroCopyNoAlloc(data, c.one); err != nil {
		return 0, err
	}
	return model.Visit(c.one.Segments[0])
}

func (c *capnGlycerine) Access(data []byte) (uint64, error) {
	if _, err := capn.ReadFromMemoryZeroCopyNoAlloc(data, c.one); err != nil {
		return 0, err
	}
	return model.Access(c.one.Segments[0])
}

func main() {
	codec := &capnGlycerine{one: capn.NewSingleSegmentMultiBuffer()}
	driver.Serve[schema.Root, *schema.Root, message, *capn.Segment](facts, codec)
}
