// Package jsoniter is what the codecs of json-iterator share: they differ in a configuration.
package jsoniter

import (
	"cmp"
	"strings"

	jsoniter "github.com/json-iterator/go"

	"serbench/driver"
)

// A Codec has one Stream, which writes into the driver's buffer.
type Codec[V any] struct {
	api    jsoniter.API
	stream *jsoniter.Stream
}

func New[V any](api jsoniter.API) *Codec[V] {
	return &Codec[V]{api, jsoniter.NewStream(api, nil, 0)}
}

func (c *Codec[V]) Encode(value *V, out []byte) ([]byte, error) {
	c.stream.Reset(nil)
	c.stream.Error = nil
	c.stream.SetBuffer(out)
	c.stream.WriteVal(value)
	return c.stream.Buffer(), c.stream.Error
}

func (c *Codec[V]) Decode(data []byte, into *V) error {
	err := c.api.Unmarshal(data, into)
	if err != nil && strings.Contains(err.Error(), "exceeded max depth") {
		return driver.CannotHold("%v", err)
	}
	return err
}

func (*Codec[V]) Explain(value *V, data []byte) string {
	return cmp.Or(driver.NonFinite(value), driver.FarYear(value))
}
