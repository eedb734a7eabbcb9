package bench

import (
	"bytes"

	capn "github.com/glycerine/go-capnproto"

	"serbench/schema"
	model "serbench/schema_glycerine"
)

// BenchmarkMarshalCapnp and BenchmarkUnmarshalCapnpZeroCopyNoAlloc of
// https://github.com/glycerine/go-capnproto/blob/master/bench_test.go, to own the bytes on a copy of
// them: ReadFromStream, as in BenchmarkUnmarshalCapnp, takes ten times as long.
func init() {
	directly = func() operations {
		var out bytes.Buffer
		encode := func(segment *capn.Segment) ([]byte, error) {
			out.Reset()
			_, err := segment.WriteTo(&out)
			return out.Bytes(), err
		}
		memory := make([]byte, 1<<20)
		multi, owned := capn.NewSingleSegmentMultiBuffer(), []byte(nil)
		in := func(data []byte) (*capn.Segment, error) {
			_, err := capn.ReadFromMemoryZeroCopyNoAlloc(data, multi)
			return multi.Segments[0], err
		}
		return library[schema.Root, *schema.Root, *capn.Segment, *capn.Segment]{
			fill:   func(value *schema.Root) (*capn.Segment, error) { return model.Populate(value, nil) },
			encode: encode,
			decode: func(data []byte) (*capn.Segment, error) {
				owned = append(owned[:0], data...)
				return in(owned)
			},
			take: model.Convert,
			serialize: func(value *schema.Root) ([]byte, error) {
				segment, err := model.Populate(value, memory)
				if err != nil {
					return nil, err
				}
				return encode(segment)
			},
			deserialize: func(data []byte) (*schema.Root, error) {
				segment, err := in(data)
				if err != nil {
					return nil, err
				}
				return model.Convert(segment)
			},
		}.operations()
	}
}
