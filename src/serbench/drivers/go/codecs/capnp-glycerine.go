// ---
// library = "glycerine/go-capnproto"
// released = "2019-01-18"
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
	"bytes"

	capn "github.com/glycerine/go-capnproto"

	"serbench/driver"
	"serbench/schema"
	model "serbench/schema_glycerine" // by its capnpc-go
)

// capnGlycerine writes to the driver's buffer. As in the library's own benchmarks, messages are
// made in memory, and read in a buffer of segments, that are used again: those of whole directions
// are the codec's, objects have their own.
type capnGlycerine struct {
	out            bytes.Buffer
	memory         []byte
	buffer         *capn.MultiBuffer
	writer, reader driver.Spare[object]
}

// An object is a message that is written in its memory or, if it has a buffer, read, in its memory
// if it was decoded.
type object struct {
	segment *capn.Segment
	memory  []byte
	buffer  *capn.MultiBuffer
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
	return c.write(o.segment, out)
}

func (c *capnGlycerine) write(segment *capn.Segment, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	_, err := segment.WriteTo(&c.out)
	return c.out.Bytes(), err
}

func (c *capnGlycerine) Serialize(value *schema.Root, out []byte) ([]byte, error) {
	segment, err := model.Populate(value, c.memory)
	if err != nil {
		return out, err
	}
	c.memory = segment.Data
	return c.write(segment, out)
}

func (c *capnGlycerine) Decode(data []byte) (o *object, err error) {
	o = c.reader.Take(newReader)
	o.memory = append(o.memory[:0], data...)
	o.segment, err = model.From(o.memory, o.buffer)
	return o, err
}

func (c *capnGlycerine) Borrow(data []byte) (o *object, err error) {
	o = c.reader.Take(newReader)
	o.segment, err = model.From(data, o.buffer)
	return o, err
}

func (c *capnGlycerine) Convert(o *object) (*schema.Root, error) { return model.Convert(o.segment) }

func (c *capnGlycerine) Deserialize(data []byte) (*schema.Root, error) {
	return within(c, data, model.Convert)
}

func (c *capnGlycerine) Read(data []byte) (uint64, error) { return within(c, data, model.Visit) }

func (c *capnGlycerine) Access(data []byte) (uint64, error) { return within(c, data, model.Access) }

func within[T any](
	c *capnGlycerine, data []byte, look func(*capn.Segment) (T, error),
) (seen T, err error) {
	segment, err := model.From(data, c.buffer)
	if err != nil {
		return seen, err
	}
	return look(segment)
}

func (c *capnGlycerine) Release(o *object) {
	if o.buffer == nil {
		c.writer.Give(o)
	} else {
		c.reader.Give(o)
	}
}

func main() {
	driver.Serve[schema.Root, *schema.Root, *object, *object](facts,
		&capnGlycerine{buffer: capn.NewSingleSegmentMultiBuffer()})
}
