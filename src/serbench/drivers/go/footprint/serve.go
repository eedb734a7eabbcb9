// The program of `serbench footprint`: it reads the bytes of a value from a file, makes the plain
// value of them, writes that as bytes again, and prints these. It stands in the driver's place.
package driver

import "os"

type Facts struct {
	Codec, Library, Version, Compiler, Flags, Schema string
	Main                                             func()
}

// What codecs offer beyond these is left out by the linker, which keeps the methods that a program
// asks for.
type plainWays[V any] interface {
	Encode(value *V, out []byte) ([]byte, error)
	Decode(data []byte, into *V) error
}

type ways[V, In, Out any] interface {
	Populate(value *V) (In, error)
	Encode(input In, out []byte) ([]byte, error)
	Decode(data []byte) (Out, error)
	Convert(output Out) (*V, error)
}

func ServePlain[V any](facts Facts, codec plainWays[V]) {
	if of, is := any((*V)(nil)).(isFitted); is {
		of.ServeFitted(facts, codec)
		return
	}
	pass(
		func(data []byte) (*V, error) {
			value := new(V)
			return value, codec.Decode(data, value)
		},
		codec.Encode,
	)
}

func ServeFitted[V any, P Root[V], F any](
	facts Facts, codec PlainCodec[F], populate func(value *V) *F, convert func(object *F) (*V, error),
) {
	Serve[V, P, *F, *F](facts, fitted[V, P, F]{codec, populate, convert})
}

func Serve[V any, P interface{ *V }, In, Out any](_ Facts, codec ways[V, In, Out]) {
	decode := codec.Decode
	if c, can := codec.(Borrower[Out]); can {
		decode = c.Borrow
	}
	deserialize := func(data []byte) (*V, error) {
		output, err := decode(data)
		if err != nil {
			return nil, err
		}
		return codec.Convert(output)
	}
	if c, can := codec.(Deserializer[V]); can {
		deserialize = c.Deserialize
	}
	serialize := func(value *V, out []byte) ([]byte, error) {
		input, err := codec.Populate(value)
		if err != nil {
			return out, err
		}
		return codec.Encode(input, out)
	}
	if c, can := codec.(Serializer[V]); can {
		serialize = c.Serialize
	}
	pass(deserialize, serialize)
}

func pass[V any](
	deserialize func([]byte) (*V, error), serialize func(*V, []byte) ([]byte, error),
) {
	data, err := os.ReadFile(os.Args[1])
	check(err)
	value, err := deserialize(data)
	check(err)
	data, err = serialize(value, nil)
	check(err)
	_, err = os.Stdout.Write(data)
	check(err)
}

func check(err error) {
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}
