// Package ugorji is what the codecs of ugorji/go/codec share: they differ in a handle, which stands
// for a format.
package ugorji

import (
	"strings"

	"github.com/ugorji/go/codec"

	"serbench/driver"
)

// A Codec has one Encoder and one Decoder, as the library's benchmarks have.
type Codec[V any] struct {
	out     []byte
	encoder *codec.Encoder
	decoder *codec.Decoder
}

func New[V any](handle codec.Handle) *Codec[V] {
	return &Codec[V]{
		encoder: codec.NewEncoderBytes(nil, handle), decoder: codec.NewDecoderBytes(nil, handle),
	}
}

func (c *Codec[V]) Encode(value *V, out []byte) ([]byte, error) {
	c.out = out
	c.encoder.ResetBytes(&c.out)
	err := c.encoder.Encode(value)
	return c.out, err
}

func (c *Codec[V]) Decode(data []byte, into *V) error {
	c.decoder.ResetBytes(data)
	err := c.decoder.Decode(into)
	if err != nil && strings.Contains(err.Error(), "maximum decoding depth exceeded") {
		return driver.CannotHold("%v", err)
	}
	return err
}
