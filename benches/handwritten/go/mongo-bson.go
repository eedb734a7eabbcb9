package bench

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	schema "serbench/schema_bson"
)

// BenchmarkMarshal and BenchmarkUnmarshal of
// https://github.com/mongodb/mongo-go-driver/blob/master/bson/benchmark_test.go
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return bson.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, bson.Unmarshal(data, value)
			},
		)
	}
}
