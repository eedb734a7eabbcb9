// Package driver serves the protocol of serbench for one codec: it owns the buffers, the loops,
// the clocks and the checks, and leaves to a codec's file what its library does.
package driver

import "fmt"

// A Value is a plain value of the schema.
type Value interface {
	AppendCanonical(out []byte) []byte
	Visit() uint64
}

// A leafHolder has the access leaf of docs/protocol.md; a schema may have none.
type leafHolder interface {
	Access() uint64
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

// A Borrower makes outputs whose text and bytes lie in data. What Convert makes of them owns its
// data all the same.
type Borrower[Out any] interface {
	Borrow(data []byte) (Out, error)
}

// A Reuser decodes into the output of the value before, which keeps its memory. It must replace all
// that the output held; the driver looks whether it did.
type Reuser[Out any] interface {
	DecodeInto(data []byte, output Out) error
}

// An Accessor reads the access leaf without decoding the rest. It is not asked if the schema has
// no such leaf.
type Accessor interface {
	Access(data []byte) (uint64, error)
}

// A Releaser is given back what the driver has no more use for, as libraries with pools ask for.
type Releaser[T any] interface {
	Release(object T)
}

// A Serializer and a Deserializer know a way that needs no object of the library's outside a
// function, where the compiler can keep it on the stack.
type Serializer[V any] interface {
	Serialize(value *V, out []byte) ([]byte, error)
}

type Deserializer[V any] interface {
	Deserialize(data []byte) (*V, error)
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

// bound is a codec together with both ways between values and bytes.
type bound[V, In, Out any] interface {
	Codec[V, In, Out]
	Serialize(value *V, out []byte) ([]byte, error)
	Deserialize(data []byte) (*V, error)
}

// Loops call an encoder and a decoder, which are the codec itself where they can: each call between
// the loop and the library takes some 5 ns. An encoder of plain values is the way to bytes.
type encoder[In any] interface {
	Encode(input In, out []byte) ([]byte, error)
}

type decoder[Out any] interface {
	Decode(data []byte) (Out, error)
}

// serializing is the way of a codec with a model of its own.
type serializing[V, In, Out any] struct{ bound[V, In, Out] }

func (s serializing[V, In, Out]) Encode(value *V, out []byte) ([]byte, error) {
	return s.Serialize(value, out)
}

// offers is what a codec may have besides; what it has not is nil.
type offers[V, In, Out any] struct {
	borrow        func(data []byte) (Out, error)
	access        func(data []byte) (uint64, error)
	decodeInto    func(data []byte, output Out) error
	releaseInput  func(input In)
	releaseOutput func(output Out)
	serialize     func(value *V, out []byte) ([]byte, error)
	deserialize   func(data []byte) (*V, error)
	explain       func(value *V, data []byte) string
}

func offersOf[V any, P Root[V], In, Out any](codec any) (found offers[V, In, Out]) {
	if c, can := codec.(Borrower[Out]); can {
		found.borrow = c.Borrow
	}
	_, hasLeaf := any(P(nil)).(leafHolder)
	if c, can := codec.(Accessor); can && hasLeaf {
		found.access = c.Access
	}
	if c, can := codec.(Reuser[Out]); can {
		found.decodeInto = c.DecodeInto
	}
	if c, can := codec.(Releaser[In]); can {
		found.releaseInput = c.Release
	}
	if c, can := codec.(Releaser[Out]); can {
		found.releaseOutput = c.Release
	}
	if c, can := codec.(Serializer[V]); can {
		found.serialize = c.Serialize
	}
	if c, can := codec.(Deserializer[V]); can {
		found.deserialize = c.Deserialize
	}
	if c, can := codec.(Explainer[V]); can {
		found.explain = c.Explain
	}
	return found
}

// free gives an object back; release may be nil.
func free[T any](object T, release func(T)) {
	if release != nil {
		release(object)
	}
}

type ownModel[V, In, Out any] struct {
	Codec[V, In, Out]
	offers offers[V, In, Out]
}

func (c *ownModel[V, In, Out]) Serialize(value *V, out []byte) ([]byte, error) {
	if c.offers.serialize != nil {
		return c.offers.serialize(value, out)
	}
	input, err := c.Populate(value)
	if err != nil {
		return out, err
	}
	out, err = c.Encode(input, out)
	free(input, c.offers.releaseInput)
	return out, err
}

func (c *ownModel[V, In, Out]) Deserialize(data []byte) (*V, error) {
	if c.offers.deserialize != nil {
		return c.offers.deserialize(data)
	}
	// The plain value owns its data anyhow: no program would copy the bytes first.
	decode := c.offers.borrow
	if decode == nil {
		decode = c.Decode
	}
	output, err := decode(data)
	if err != nil {
		return nil, err
	}
	value, err := c.Convert(output)
	free(output, c.offers.releaseOutput)
	return value, err
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

// fitted is a library that encodes plain values as they are, but for the logical types that it does not
// take: F has plain scalars in their place, by the format's convention.
type fitted[V any, P Root[V], F any] struct {
	codec    PlainCodec[F]
	populate func(value *V) *F
	convert  func(object *F) (*V, error)
}

func (c fitted[V, P, F]) Populate(value *V) (*F, error) { return c.populate(value), nil }

func (c fitted[V, P, F]) Encode(object *F, out []byte) ([]byte, error) {
	return c.codec.Encode(object, out)
}

func (c fitted[V, P, F]) Decode(data []byte) (*F, error) {
	object := new(F)
	return object, c.codec.Decode(data, object)
}

func (c fitted[V, P, F]) DecodeInto(data []byte, object *F) error {
	return c.codec.Decode(data, object)
}

func (c fitted[V, P, F]) Convert(object *F) (*V, error) { return c.convert(object) }

func (c fitted[V, P, F]) Read(data []byte) (uint64, error) {
	object, err := c.Decode(data)
	if err != nil {
		return 0, err
	}
	value, err := c.convert(object)
	if err != nil {
		return 0, err
	}
	return P(value).Visit(), nil
}

func (c fitted[V, P, F]) Explain(value *V, data []byte) string {
	if explainer, can := c.codec.(Explainer[F]); can {
		return explainer.Explain(c.populate(value), data)
	}
	return ""
}

// An isFitted type stands for another one, whose values the driver has: ServeFitted with these.
type isFitted interface {
	ServeFitted(facts Facts, codec any)
}
