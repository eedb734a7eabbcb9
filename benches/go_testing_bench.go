// Package bench calls libraries directly under testing.B; see go_testing.py.
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

	"google.golang.org/protobuf/proto"

	"serbench/schema"
	pb "serbench/schema_protobuf"
)

// What a driver keeps alive all the time, since what the collector costs depends on it.
var (
	values   []*schema.Root
	messages []*pb.Root
	encoded  [][]byte
)

// benchmarks of a codec by the names of operations.
var benchmarks = map[string]func() map[string]func(*testing.B){
	"encoding-json": func() map[string]func(*testing.B) {
		encoded = all(values, func(v *schema.Root) ([]byte, error) { return json.Marshal(v) })
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		return map[string]func(*testing.B){
			"encode": each(values, func(value *schema.Root) error {
				out.Reset()
				return encoder.Encode(value)
			}),
			"decode": each(encoded, func(data []byte) error {
				return json.Unmarshal(data, new(schema.Root))
			}),
		}
	},
	"protobuf": func() map[string]func(*testing.B) {
		messages = all(values, func(v *schema.Root) (*pb.Root, error) { return pb.Populate(v), nil })
		encoded = all(messages, func(m *pb.Root) ([]byte, error) { return proto.Marshal(m) })
		var out []byte
		return map[string]func(*testing.B){
			"encode": each(messages, func(message *pb.Root) (err error) {
				out, err = proto.MarshalOptions{}.MarshalAppend(out[:0], message)
				return err
			}),
			"decode": each(encoded, func(data []byte) error {
				return proto.Unmarshal(data, new(pb.Root))
			}),
		}
	},
}

// each is a benchmark that does work with every item, b.N times over.
func each[T any](items []T, work func(T) error) func(*testing.B) {
	return func(b *testing.B) {
		for range b.N {
			for _, item := range items {
				if err := work(item); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(items)), "ns/value")
	}
}

func all[From, To any](items []From, make func(From) (To, error)) []To {
	var made []To
	for _, item := range items {
		one, err := make(item)
		must(err)
		made = append(made, one)
	}
	return made
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// TestMain runs the benchmarks of one codec. Each line that comes in is the name of one and how
// often it walks over the values; the answer is nanoseconds per value.
func TestMain(*testing.M) {
	flag.Parse()
	text, err := os.ReadFile(flag.Arg(1))
	must(err)
	for line := range bytes.Lines(text) {
		value := new(schema.Root)
		must(json.Unmarshal(line, value))
		values = append(values, value)
	}
	of := benchmarks[flag.Arg(0)]()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		operation, passes, _ := strings.Cut(in.Text(), " ")
		must(flag.Set("test.benchtime", passes+"x"))
		fmt.Println(testing.Benchmark(of[operation]).Extra["ns/value"])
	}
}
