// Package sonic is what the codecs of bytedance/sonic share: they differ in a configuration.
package sonic

import (
	"cmp"
	"strings"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"

	"serbench/driver"
)

// A Codec writes into the driver's buffer with the encoder's options of the API, whose Marshal would
// make a buffer for each value.
type Codec[V any] struct {
	API     sonic.API
	Options encoder.Options
}

func (c Codec[V]) Encode(value *V, out []byte) ([]byte, error) {
	err := encoder.EncodeInto(&out, value, c.Options)
	return out, err
}

func (c Codec[V]) Decode(data []byte, into *V) error {
	err := c.API.Unmarshal(data, into)
	if err != nil && strings.Contains(err.Error(), "exceeded max depth") {
		return driver.CannotHold("%v", err)
	}
	return err
}

func (Codec[V]) Explain(value *V, data []byte) string {
	return cmp.Or(driver.NonFinite(value), driver.NegativeZero(value), driver.FarYear(value))
}
