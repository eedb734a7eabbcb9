package bench

import (
	"github.com/hamba/avro/v2"

	schema "serbench/schema_avro"
)

// https://pkg.go.dev/github.com/hamba/avro/v2#Marshal and #Unmarshal
func init() {
	directly = func() operations {
		parsed := avro.MustParse(schema.AvroSchema)
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return avro.Marshal(parsed, value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, avro.Unmarshal(parsed, data, value)
			},
		)
	}
}
