// ---
// library = "apache/thrift"
// released = "2026-09-24"
// format = "thrift-compact"
// wire = "thrift-compact"
// traits = ["binary", "schema", "own-model"]
// page = "https://pkg.go.dev/github.com/apache/thrift/lib/go/thrift#TSerializer"
// evolution = "field ids"
// module = "github.com/apache/thrift"
// generate = ["thrift"]
// ---

package main

import (
	"github.com/apache/thrift/lib/go/thrift"

	"serbench/driver"
	library "serbench/library/thrift"
	"serbench/schema"
	model "serbench/schema_thrift" // on what Thrift's compiler makes
)

type thriftCompact struct {
	library.Codec[model.Root, *model.Root]
}

func (thriftCompact) Populate(value *schema.Root) (*model.Root, error) {
	return model.Populate(value), nil
}

func (thriftCompact) Convert(message *model.Root) (*schema.Root, error) {
	return model.Convert(message)
}

func (c thriftCompact) Read(data []byte) (uint64, error) {
	message, err := c.Decode(data)
	if err != nil {
		return 0, err
	}
	return model.Visit(message), nil
}

func main() {
	protocols := thrift.NewTCompactProtocolFactoryConf(nil)
	codec := thriftCompact{library.New[model.Root](protocols)}
	driver.Serve[schema.Root, *schema.Root, *model.Root, *model.Root](facts, codec)
}
