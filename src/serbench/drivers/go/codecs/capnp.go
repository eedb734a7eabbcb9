// ---
// library = "capnproto.org/go/capnp"
// released = "2025-10-24"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects", "core"]
// page = "https://pkg.go.dev/capnproto.org/go/capnp/v3#Message.Reset"
// evolution = "ordinals"
// module = "capnproto.org/go/capnp/v3"
// generate = ["capnp"]
// ---

package main

import (
	"bytes"

	"capnproto.org/go/capnp/v3"

	"serbench/driver"
	"serbench/schema"
	model "serbench/schema_capnp" // by capnpc-go
)

// capnProto has one Encoder on the driver's buffer. As in the library's own benchmarks, a message is
// reset and used again, and what is read lies in an arena whose data are replaced.
type capnProto struct {
	out            bytes.Buffer
	encoder        *capnp.Encoder
	writer, reader driver.Spare[object]
}

// An object is a message that is written or, if it has an arena, read. Its memory is reserved for
// the first, and a copy of the bytes for the second.
type object struct {
	*capnp.Message
	arena  *capnp.ReadOnlySingleSegment
	memory []byte
}

func newWriter() *object { return &object{new(capnp.Message), nil, make([]byte, 0, 1024)} }

func newReader() *object {
	return &object{new(capnp.Message), capnp.NewReadOnlySingleSegment(nil), nil}
}

func (c *capnProto) Populate(value *schema.Root) (o *object, err error) {
	o = c.writer.Take(newWriter)
	o.memory, err = model.Populate(value, o.Message, o.memory)
	return o, err
}

func (c *capnProto) Encode(o *object, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	err := c.encoder.Encode(o.Message)
	return c.out.Bytes(), err
}

func (c *capnProto) Decode(data []byte) (o *object, err error) {
	o = c.reader.Take(newReader)
	o.memory = append(o.memory[:0], data...)
	o.Message, err = model.From(o.Message, o.arena, o.memory)
	return o, err
}

func (c *capnProto) Borrow(data []byte) (o *object, err error) {
	o = c.reader.Take(newReader)
	o.Message, err = model.From(o.Message, o.arena, data)
	return o, err
}

func (c *capnProto) Convert(o *object) (*schema.Root, error) { return model.Convert(o.Message) }

func (c *capnProto) Read(data []byte) (uint64, error) { return c.within(data, model.Visit) }

func (c *capnProto) Access(data []byte) (uint64, error) { return c.within(data, model.Access) }

func (c *capnProto) within(data []byte, look func(*capnp.Message) (uint64, error)) (uint64, error) {
	o, err := c.Borrow(data)
	if err != nil {
		return 0, err
	}
	defer c.Release(o)
	return look(o.Message)
}

func (c *capnProto) Release(o *object) {
	if o.arena == nil {
		c.writer.Give(o)
	} else if o.Arena == o.arena { // not a message of several segments
		c.reader.Give(o)
	}
}

func main() {
	codec := &capnProto{}
	codec.encoder = capnp.NewEncoder(&codec.out)
	driver.Serve[schema.Root, *schema.Root, *object, *object](facts, codec)
}
