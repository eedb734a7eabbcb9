// Package driver serves the protocol of serbench for one codec: it owns the buffers, the loops,
// the clocks and the checks, and leaves to a codec's file what its library does.
package driver

import "fmt"

// A Value is a plain value of the schema.
type Value interface {
	AppendCanonical(out []byte) []byte
	Visit() uint64
}

// Root is a pointer to the schema's root type V.
type Root[V any] interface {
	*V
	Value
	LoadJSON(r *JSON)
	Clone() V
}

// A PlainCodec is a library that encodes plain values as they are.
type PlainCodec[V any] interface {
	// Encode appends to out, which comes empty but keeps its capacity from value to value.
	Encode(value *V, out []byte) ([]byte, error)
	// Decode fills a zero value that owns its data: nothing in it may lie in data.
	Decode(data []byte, into *V) error
}

// A Codec is a library with message objects of its own.
type Codec[V, In, Out any] interface {
	Populate(value *V) (In, error)
	// Encode appends to out, which comes empty but keeps its capacity from value to value.
	Encode(input In, out []byte) ([]byte, error)
	// Decode makes an output that owns its data: nothing in it may lie in data.
	Decode(data []byte) (Out, error)
	Convert(output Out) (*V, error)
	// Read gives the visit sum; by accessors on the bytes as they lie, where the library has them.
	Read(data []byte) (uint64, error)
}

// An Explainer is asked what the format cannot hold of a value that did not survive; "" if the
// fault lies elsewhere.
type Explainer[V any] interface {
	Explain(value *V, data []byte) string
}

// CannotHold is the error of a codec whose format has no way to represent a value.
func CannotHold(format string, args ...any) error {
	return &cannotHold{fmt.Sprintf(format, args...)}
}

type cannotHold struct{ cause string }

func (e *cannotHold) Error() string { return e.cause }

// bound is what the loops work with: a codec together with both ways between values and bytes.
type bound[V, In, Out any] interface {
	Codec[V, In, Out]
	Serialize(value *V, out []byte) ([]byte, error)
	Deserialize(data []byte) (*V, error)
}

type ownModel[V, In, Out any] struct{ Codec[V, In, Out] }

func (c ownModel[V, In, Out]) Serialize(value *V, out []byte) ([]byte, error) {
	input, err := c.Populate(value)
	if err != nil {
		return out, err
	}
	return c.Encode(input, out)
}

func (c ownModel[V, In, Out]) Deserialize(data []byte) (*V, error) {
	output, err := c.Decode(data)
	if err != nil {
		return nil, err
	}
	return c.Convert(output)
}

type plain[V any, P Root[V]] struct{ codec PlainCodec[V] }

func (c plain[V, P]) Populate(value *V) (*V, error) {
	copied := P(value).Clone()
	return &copied, nil
}

func (c plain[V, P]) Encode(value *V, out []byte) ([]byte, error) {
	return c.codec.Encode(value, out)
}

func (c plain[V, P]) Decode(data []byte) (*V, error) {
	value := new(V)
	return value, c.codec.Decode(data, value)
}

func (c plain[V, P]) Convert(value *V) (*V, error) { return value, nil }

func (c plain[V, P]) Read(data []byte) (uint64, error) {
	value, err := c.Decode(data)
	if err != nil {
		return 0, err
	}
	return P(value).Visit(), nil
}

func (c plain[V, P]) Serialize(value *V, out []byte) ([]byte, error) { return c.Encode(value, out) }

func (c plain[V, P]) Deserialize(data []byte) (*V, error) { return c.Decode(data) }
