// ---
// library = "capnproto.org/go/capnp"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects"]
// page = "https://pkg.go.dev/capnproto.org/go/capnp/v3#Message.Reset"
// module = "capnproto.org/go/capnp/v3"
// generate = ["capnp"]
// ---

package main

import (
	"encoding/binary"
	"math"

	"capnproto.org/go/capnp/v3"

	"serbench/driver"
	"serbench/schema"
	model "serbench/schema_capnp" // by capnpc-go
)

const headerBytes = 8 // of a message of one segment: how many there are besides, and its words

// capnProto has one Encoder on the driver's buffer. As in the library's own benchmarks, a message is
// reset and used again, and what is read lies in an arena whose data are replaced.
type capnProto struct {
	out     []byte
	encoder *capnp.Encoder
	writer  *object
	reader  *object
}

// An object is a message that is written or, if it has an arena, read.
type object struct {
	*capnp.Message
	arena  *capnp.ReadOnlySingleSegment
	memory []byte
}

func (c *capnProto) Write(part []byte) (int, error) {
	c.out = append(c.out, part...)
	return len(part), nil
}

func (c *capnProto) Populate(value *schema.Root) (*object, error) {
	o := c.writer
	c.writer = nil
	if o == nil {
		o = &object{Message: new(capnp.Message), memory: make([]byte, 0, 1024)}
	}
	if segment, err := o.Reset(capnp.SingleSegment(o.memory[:0])); err == nil {
		if err = model.Populate(value, segment); err == nil {
			return o, nil
		}
	}
	// More than was reserved: in an arena that grows, from which the next reservation is learnt.
	segment, err := o.Reset(capnp.SingleSegment(nil))
	if err != nil {
		return nil, err
	}
	if err := model.Populate(value, segment); err != nil {
		return nil, err
	}
	o.memory = make([]byte, 0, 2*len(segment.Data()))
	return o, nil
}

func (c *capnProto) Encode(o *object, out []byte) ([]byte, error) {
	c.out = out
	err := c.encoder.Encode(o.Message)
	return c.out, err
}

func (c *capnProto) Decode(data []byte) (*object, error) {
	o := c.toRead()
	o.memory = append(o.memory[:0], data...)
	return o, o.lay(o.memory)
}

func (c *capnProto) Borrow(data []byte) (*object, error) {
	o := c.toRead()
	return o, o.lay(data)
}

func (c *capnProto) toRead() *object {
	o := c.reader
	c.reader = nil
	if o == nil {
		o = &object{unlimited(new(capnp.Message)), capnp.NewReadOnlySingleSegment(nil), nil}
	}
	return o
}

// lay makes a message of these bytes. Unmarshal takes apart those of several segments.
func (o *object) lay(data []byte) error {
	const header = 8 // the number of segments besides the first, and its words
	if len(data) < header || binary.LittleEndian.Uint32(data) != 0 ||
		uint64(binary.LittleEndian.Uint32(data[4:]))*8 > uint64(len(data)-header) {
		message, err := capnp.Unmarshal(data)
		if err == nil {
			o.Message, o.arena = unlimited(message), nil
		}
		return err
	}
	o.Message.Release()
	o.arena.ReplaceData(data[header:])
	o.Arena = o.arena
	return nil
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
		c.writer = o
	} else {
		c.reader = o
	}
}

// unlimited lifts the limits against hostile messages, which count what is read and how deep it lies.
func unlimited(message *capnp.Message) *capnp.Message {
	message.TraverseLimit, message.DepthLimit = math.MaxUint64, math.MaxUint32
	return message
}

func main() {
	codec := &capnProto{}
	codec.encoder = capnp.NewEncoder(codec)
	driver.Serve[schema.Root, *schema.Root, *object, *object](facts, codec)
}
