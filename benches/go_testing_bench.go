// Package bench calls libraries directly under testing.B; see go_testing.py.
package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"google.golang.org/protobuf/proto"

	"serbench/schema"
	pb "serbench/schema_protobuf"
)

func load(b *testing.B) []*schema.Root {
	text, err := os.ReadFile("values.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	var values []*schema.Root
	for line := range bytes.Lines(text) {
		value := new(schema.Root)
		if err := json.Unmarshal(line, value); err != nil {
			b.Fatal(err)
		}
		values = append(values, value)
	}
	return values
}

// each does work with every item, b.N times over.
func each[T any](b *testing.B, items []T, work func(T) error) {
	b.ResetTimer()
	for range b.N {
		for _, item := range items {
			if err := work(item); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(items)), "ns/value")
}

func encoded[T any](b *testing.B, items []T, encode func(T) ([]byte, error)) [][]byte {
	var all [][]byte
	for _, item := range items {
		data, err := encode(item)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, data)
	}
	return all
}

func messages(b *testing.B) []*pb.Root {
	var all []*pb.Root
	for _, value := range load(b) {
		all = append(all, pb.Populate(value))
	}
	return all
}

func BenchmarkJSONEncode(b *testing.B) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	each(b, load(b), func(value *schema.Root) error {
		out.Reset()
		return encoder.Encode(value)
	})
}

func BenchmarkJSONDecode(b *testing.B) {
	data := encoded(b, load(b), func(v *schema.Root) ([]byte, error) { return json.Marshal(v) })
	each(b, data, func(data []byte) error { return json.Unmarshal(data, new(schema.Root)) })
}

func BenchmarkProtobufEncode(b *testing.B) {
	var out []byte
	each(b, messages(b), func(message *pb.Root) (err error) {
		out, err = proto.MarshalOptions{}.MarshalAppend(out[:0], message)
		return err
	})
}

func BenchmarkProtobufDecode(b *testing.B) {
	data := encoded(b, messages(b), func(m *pb.Root) ([]byte, error) { return proto.Marshal(m) })
	each(b, data, func(data []byte) error { return proto.Unmarshal(data, new(pb.Root)) })
}
