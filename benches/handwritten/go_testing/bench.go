// Package bench calls libraries by hand under testing.B; see go.py.
package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"serbench/schema"
)

// directly is set by the other file of the program, a codec's.
var directly func() operations

// operations of a library, by the driver's names for them.
type operations map[string]func(*testing.B)

// A library is called by hand, without what serbench has around a codec. Plain is its type of plain
// values, In what it encodes, Out what it decodes to. What the functions return is good until they
// are called again. Without a model of its own it has encode and decode alone.
type library[Plain any, P plain[Plain], In, Out any] struct {
	fill   func(value P) (In, error)
	encode func(input In) ([]byte, error)
	decode func(data []byte) (Out, error)
	take   func(output Out) (P, error)

	serialize   func(value P) ([]byte, error)
	deserialize func(data []byte) (P, error)
}

type plain[Plain any] interface {
	*Plain
	AppendCanonical(out []byte) []byte
}

// ofPlain is a library that encodes plain values as they are.
func ofPlain[Plain any, P plain[Plain]](
	encode func(value P) ([]byte, error), decode func(data []byte) (P, error),
) operations {
	asItIs := func(value P) (P, error) { return value, nil }
	return library[Plain, P, P, P]{fill: asItIs, encode: encode, decode: decode, take: asItIs}.operations()
}

// What a driver keeps alive all the time, since what the collector costs depends on it.
var alive []any

// operations proves that values survive, says how many bytes they take, and makes the benchmarks.
func (l library[Plain, P, In, Out]) operations() operations {
	values, encoded, inputs, size := read[Plain, P](), [][]byte{}, []In{}, 0
	for _, value := range values {
		input := must(l.fill(value))
		data := bytes.Clone(must(l.encode(input)))
		prove(value, must(l.take(must(l.decode(data)))))
		if l.serialize != nil {
			prove(value, must(l.deserialize(bytes.Clone(must(l.serialize(value))))))
		}
		inputs, encoded, size = append(inputs, input), append(encoded, data), size+len(data)
	}
	alive = []any{values, inputs, encoded}
	fmt.Println(size)
	found := operations{"encode": each(inputs, l.encode), "decode": each(encoded, l.decode)}
	if l.serialize != nil {
		found["serialize"] = each(values, l.serialize)
		found["deserialize"] = each(encoded, l.deserialize)
	}
	return found
}

// each is a benchmark that does work with every item, b.N times over.
func each[From, To any](items []From, work func(From) (To, error)) func(*testing.B) {
	return func(b *testing.B) {
		for range b.N {
			for _, item := range items {
				if _, err := work(item); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(items)), "ns/value")
	}
}

// read gives the values of the file. A library's types are serbench's under other tags, for which
// encoding/json cannot read them, so that they lie in memory alike.
func read[Plain any, P plain[Plain]]() (values []P) {
	for line := range bytes.Lines(must(os.ReadFile(flag.Arg(0)))) {
		root := new(schema.Root)
		must(0, json.Unmarshal(line, root))
		value := P((*Plain)(unsafe.Pointer(root)))
		prove(root, value)
		values = append(values, value)
	}
	return values
}

func prove(value, found interface{ AppendCanonical(out []byte) []byte }) {
	if !bytes.Equal(value.AppendCanonical(nil), found.AppendCanonical(nil)) {
		panic(fmt.Sprintf("%+v became %+v", value, found))
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestMain runs the benchmarks. Each line that comes in is the name of one and how
// often it walks over the values; the answer is nanoseconds per value.
func TestMain(*testing.M) {
	flag.Parse()
	of := directly()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		operation, passes, _ := strings.Cut(in.Text(), " ")
		must(0, flag.Set("test.benchtime", passes+"x"))
		fmt.Println(testing.Benchmark(of[operation]).Extra["ns/value"])
	}
}
