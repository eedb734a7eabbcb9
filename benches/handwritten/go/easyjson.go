package bench

import (
	"github.com/mailru/easyjson"

	schema "serbench/schema_easyjson"
)

// easyjson.Marshal and easyjson.Unmarshal, as in
// https://github.com/mailru/easyjson/blob/master/benchmark/easyjson_test.go
func init() {
	directly = func() operations {
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				return easyjson.Marshal(value)
			},
			func(data []byte) (*schema.Root, error) {
				value := new(schema.Root)
				return value, easyjson.Unmarshal(data, value)
			},
		)
	}
}
