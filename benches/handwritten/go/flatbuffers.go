package bench

import (
	"serbench/schema"
	model "serbench/schema_flatbuffers"
)

// BenchmarkBuildGold, with one builder that is reset, and BenchmarkParseGold of
// https://github.com/google/flatbuffers/blob/master/tests/go_test.go
func init() {
	directly = func() operations {
		builder, root := model.NewWriter(), new(model.Root)
		in := func(data []byte) (*model.Root, error) {
			model.Init(root, data)
			return root, nil
		}
		return library[schema.Root, *schema.Root, *model.Writer, *model.Root]{
			fill: func(value *schema.Root) (*model.Writer, error) {
				own := model.NewWriter()
				own.Fill(value)
				return own, nil
			},
			encode: func(own *model.Writer) ([]byte, error) { return own.FinishedBytes(), nil },
			decode: in,
			take:   model.Convert,
			serialize: func(value *schema.Root) ([]byte, error) {
				builder.Fill(value)
				return builder.FinishedBytes(), nil
			},
			deserialize: func(data []byte) (*schema.Root, error) {
				table, _ := in(data)
				return model.Convert(table)
			},
		}.operations()
	}
}
