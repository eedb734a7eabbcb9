// ---
// library = "glycerine/go-capnproto"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects"]
// page = "https://pkg.go.dev/github.com/glycerine/go-capnproto#ReadFromMemoryZeroCopyNoAlloc"
// evolution = "ordinals"
// module = "github.com/glycerine/go-capnproto"
// generate = ["glycerine"]
// ---

package main

import (
	"encoding/binary"

	capn "github.com/glycerine/go-capnproto"

	"serbench/driver"
	"serbench/schema"
	model "serbench/schema_glycerine" // by its capnpc-go
)

// capnGlycerine writes to the driver's buffer. As in the library's own benchmarks, messages are
// made in memory, and read in a buffer of segments, that are used again.
type capnGlycerine struct {
	out            []byte
	writer, reader driver.Spare[object]
}

// An object is a message that is written in its memory or, if it has a buffer, read, in its memory
// if it was decoded.
type object struct {
	segment *capn.Segment
	memory  []byte
	buffer  *capn.MultiBuffer
}

func (c *capnGlycerine) Write(part []byte) (int, error) {
	c.out = append(c.out, part...)
	return len(part), nil
}

func newWriter() *object { return new(object) }

func newReader() *object { return &object{buffer: capn.NewSingleSegmentMultiBuffer()} }

func (c *capnGlycerine) Populate(value *schema.Root) (o *object, err error) {
	o = c.writer.Take(newWriter)
	o.segment, err = model.Populate(value, o.memory)
	o.memory = o.segment.Data
	return o, err
}

func (c *capnGlycerine) Encode(o *object, out []byte) ([]byte, error) {
	c.out = out
	_, err := o.segment.WriteTo(c)
	return c.out, err
}

func (c *capnGlycerine) Decode(data []byte) (*object, error) {
	o := c.reader.Take(newReader)
	o.memory = append(o.memory[:0], data...)
	return o, o.lay(o.memory)
}

func (c *capnGlycerine) Borrow(data []byte) (*object, error) {
	o := c.reader.Take(newReader)
	return o, o.lay(data)
}

// lay makes a message of these bytes; the function without allocations takes one segment alone.
func (o *object) lay(data []byte) (err error) {
	if len(data) < 8 || binary.LittleEndian.Uint32(data) != 0 ||
		uint64(binary.LittleEndian.Uint32(data[4:]))*8 > uint64(len(data)-8) {
		o.segment, _, err = capn.ReadFromMemoryZeroCopy(data)
		return err
	}
	_, err = capn.ReadFromMemoryZeroCopyNoAlloc(data, o.buffer)
	o.segment = o.buffer.Segments[0]
	return err
}

func (c *capnGlycerine) Convert(o *object) (*schema.Root, error) { return model.Convert(o.segment) }

func (c *capnGlycerine) Read(data []byte) (uint64, error) { return c.within(data, model.Visit) }

func (c *capnGlycerine) Access(data []byte) (uint64, error) { return c.within(data, model.Access) }

func (c *capnGlycerine) within(
	data []byte, look func(*capn.Segment) (uint64, error),
) (uint64, error) {
	o, err := c.Borrow(data)
	if err != nil {
		return 0, err
	}
	defer c.Release(o)
	return look(o.segment)
}

func (c *capnGlycerine) Release(o *object) {
	if o.buffer == nil {
		c.writer.Give(o)
	} else {
		c.reader.Give(o)
	}
}

func main() {
	driver.Serve[schema.Root, *schema.Root, *object, *object](facts, &capnGlycerine{})
}
