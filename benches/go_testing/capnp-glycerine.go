package bench

import (
	"bytes"

	capn "github.com/glycerine/go-capnproto"

	"serbench/schema"
	model "serbench/schema_glycerine"
)

// BenchmarkMarshalCapnp, BenchmarkUnmarshalCapnp and BenchmarkUnmarshalCapnpZeroCopyNoAlloc of
// https://github.com/glycerine/go-capnproto/blob/master/bench_test.go
func init() {
	libraries["capnp-glycerine"] = func() operations {
		var out bytes.Buffer
		encode := func(segment *capn.Segment) ([]byte, error) {
			out.Reset()
			_, err := segment.WriteTo(&out)
			return out.Bytes(), err
		}
		memory := make([]byte, 1<<20)
		owned := bytes.NewBuffer(make([]byte, 0, 1<<20))
		multi := capn.NewSingleSegmentMultiBuffer()
		return library[schema.Root, *schema.Root, *capn.Segment, *capn.Segment]{
			fill:   func(value *schema.Root) (*capn.Segment, error) { return model.Populate(value, nil) },
			encode: encode,
			decode: func(data []byte) (*capn.Segment, error) {
				return capn.ReadFromStream(bytes.NewBuffer(data), owned)
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
				if _, err := capn.ReadFromMemoryZeroCopyNoAlloc(data, multi); err != nil {
					return nil, err
				}
				return model.Convert(multi.Segments[0])
			},
		}.operations()
	}
}
