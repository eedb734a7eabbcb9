// ---
// library = "capnproto.org/go/capnp"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy"]
// page = "https://pkg.go.dev/capnproto.org/go/capnp/v3#Encoder"
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

// capnProto has one Encoder on the driver's buffer.
type capnProto struct {
	out     []byte
	encoder *capnp.Encoder
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

// Decode copies the bytes, which the message would otherwise lie in.
func (c *capnProto) Decode(data []byte) (*capnp.Message, error) { return open(bytes.Clone(data)) }

func (c *capnProto) Convert(message *capnp.Message) (*schema.Root, error) {
	return model.Convert(message)
}

func (c *capnProto) Read(data []byte) (uint64, error) {
	message, err := open(data)
	if err != nil {
		return 0, err
	}
	return model.Visit(message)
}

// open lifts the limits against hostile messages, which count what is read and how deep it lies.
func open(data []byte) (*capnp.Message, error) {
	message, err := capnp.Unmarshal(data)
	if err == nil {
		message.ResetReadLimit(math.MaxUint64)
		message.DepthLimit = math.MaxUint32
	}
	return message, err
}

func main() {
	codec := &capnProto{}
	codec.encoder = capnp.NewEncoder(codec)
	driver.Serve[schema.Root, *schema.Root, *capnp.Message, *capnp.Message](facts, codec)
}
