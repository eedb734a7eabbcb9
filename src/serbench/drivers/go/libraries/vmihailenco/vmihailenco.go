// Package vmihailenco is what the codecs of vmihailenco/msgpack share: records are maps or arrays.
package vmihailenco

import (
	"bytes"

	"github.com/vmihailenco/msgpack/v5"
)

// A Codec has one Encoder and one Decoder, as the library's pool hands them out.
type Codec[V any] struct {
	out     bytes.Buffer
	in      bytes.Reader
	encoder *msgpack.Encoder
	decoder *msgpack.Decoder
}

func New[V any](asArrays bool) *Codec[V] {
	c := &Codec[V]{}
	c.encoder = msgpack.NewEncoder(&c.out)
	c.encoder.UseArrayEncodedStructs(asArrays)
	c.decoder = msgpack.NewDecoder(&c.in)
	return c
}

func (c *Codec[V]) Encode(value *V, out []byte) ([]byte, error) {
	c.out = *bytes.NewBuffer(out)
	err := c.encoder.Encode(value)
	return c.out.Bytes(), err
}

// Decode reads maps and arrays alike.
func (c *Codec[V]) Decode(data []byte, into *V) error {
	c.in.Reset(data)
	return c.decoder.Decode(into)
}
