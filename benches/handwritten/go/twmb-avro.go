package bench

import (
	"github.com/twmb/avro"

	schema "serbench/schema_avro"
)

// BenchmarkSerialize of https://github.com/twmb/avro/blob/main/ser_test.go and BenchmarkDeserialize,
// cold, of https://github.com/twmb/avro/blob/main/deser_test.go
func init() {
	directly = func() operations {
		parsed := avro.MustParse(schema.AvroSchema)
		var out []byte
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				var err error
				out, err = parsed.AppendEncode(out[:0], value)
				return out, err
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				_, err := parsed.Decode(data, value)
				return value, err
			},
		)
	}
}
