package bench

import (
	"serbench/schema"
	model "serbench/schema_mus"
)

// Size, Marshal and Unmarshal, as in
// https://github.com/ymz-ncnk/go-serialization-benchmarks
func init() {
	directly = func() operations {
		out := make([]byte, 1<<16)
		return ofPlain(
			func(value *schema.Root) ([]byte, error) {
				size := model.Root.Marshal(*value, out[:model.Root.Size(*value)])
				return out[:size], nil
			},
			func(data []byte) (*schema.Root, error) {
				value, _, err := model.Root.Unmarshal(data)
				return &value, err
			},
		)
	}
}
