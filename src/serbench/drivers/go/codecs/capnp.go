// ---
// library = "capnproto.org/go/capnp"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects"]
// page = "https://pkg.go.dev/capnproto.org/go/capnp/v3#Message.Release"
// module = "capnproto.org/go/capnp/v3"
// generate = ["capnp"]
// ---

package main

import (
	"bytes"
	"math"

	"capnproto.org/go/capnp/v3"

	"serbench/driver"
	"serbench/schema"
	model "serbench/schema_capnp" // by capnpc-go
)

// capnProto has one Encoder on the driver's buffer and one Decoder on the bytes at hand. Messages
// are released, upon which the library uses their memory again.
type capnProto struct {
	out     []byte
	encoder *capnp.Encoder
	in      bytes.Reader
	decoder *capnp.Decoder
}

func (c *capnProto) Write(part []byte) (int, error) {
	c.out = append(c.out, part...)
	return len(part), nil
}

func (c *capnProto) Populate(value *schema.Root) (*capnp.Message, error) {
	return model.Populate(value)
}

func (c *capnProto) Encode(message *capnp.Message, out []byte) ([]byte, error) {
	c.out = out
	err := c.encoder.Encode(message)
	return c.out, err
}

func (c *capnProto) Decode(data []byte) (*capnp.Message, error) {
	c.in.Reset(data)
	return unlimited(c.decoder.Decode())
}

func (c *capnProto) Borrow(data []byte) (*capnp.Message, error) {
	return unlimited(capnp.Unmarshal(data))
}

func (c *capnProto) Convert(message *capnp.Message) (*schema.Root, error) {
	return model.Convert(message)
}

func (c *capnProto) Read(data []byte) (uint64, error) { return c.within(data, model.Visit) }

func (c *capnProto) Access(data []byte) (uint64, error) { return c.within(data, model.Access) }

func (c *capnProto) within(data []byte, look func(*capnp.Message) (uint64, error)) (uint64, error) {
	message, err := c.Borrow(data)
	if err != nil {
		return 0, err
	}
	defer message.Release()
	return look(message)
}

func (c *capnProto) Release(message *capnp.Message) { message.Release() }

// unlimited lifts the limits against hostile messages, which count what is read and how deep it lies.
func unlimited(message *capnp.Message, err error) (*capnp.Message, error) {
	if err == nil {
		message.ResetReadLimit(math.MaxUint64)
		message.DepthLimit = math.MaxUint32
	}
	return message, err
}

func main() {
	codec := &capnProto{}
	codec.encoder = capnp.NewEncoder(codec)
	codec.decoder = capnp.NewDecoder(&codec.in)
	codec.decoder.MaxMessageSize = math.MaxUint64
	driver.Serve[schema.Root, *schema.Root, *capnp.Message, *capnp.Message](facts, codec)
}
