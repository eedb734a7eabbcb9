// ---
// library = "google/flatbuffers"
// released = "2025-12-19"
// format = "flatbuffers"
// wire = "flatbuffers"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects", "core"]
// page = "https://flatbuffers.dev/languages/go/"
// evolution = "ids and deprecated fields"
// module = "github.com/google/flatbuffers"
// generate = ["flatbuffers"]
// ---

package main

import (
	"serbench/driver"
	"serbench/schema"
	model "serbench/schema_flatbuffers" // on flatc's
)

// flat resets one builder for whole directions, as the library's benchmark does, and leaves the bytes
// there. Objects have builders and memory of their own.
type flat struct {
	whole          *model.Writer
	writer, reader driver.Spare[object]
}

// An object has a builder, or a table that lies in a copy of its bytes or, if they were borrowed, in
// place.
type object struct {
	builder *model.Writer
	root    model.Root
	memory  []byte
}

func newWriter() *object { return &object{builder: model.NewWriter()} }

func newReader() *object { return new(object) }

func (c *flat) Populate(value *schema.Root) (*object, error) {
	o := c.writer.Take(newWriter)
	o.builder.Fill(value)
	return o, nil
}

func (*flat) Encode(o *object, out []byte) ([]byte, error) { return o.builder.FinishedBytes(), nil }

func (c *flat) Serialize(value *schema.Root, out []byte) ([]byte, error) {
	c.whole.Fill(value)
	return c.whole.FinishedBytes(), nil
}

func (c *flat) Decode(data []byte) (*object, error) {
	o := c.reader.Take(newReader)
	o.memory = append(o.memory[:0], data...)
	model.Init(&o.root, o.memory)
	return o, nil
}

func (c *flat) Borrow(data []byte) (*object, error) {
	o := c.reader.Take(newReader)
	model.Init(&o.root, data)
	return o, nil
}

func (*flat) Convert(o *object) (*schema.Root, error) { return model.Convert(&o.root) }

func (*flat) Read(data []byte) (uint64, error) {
	var root model.Root
	model.Init(&root, data)
	return model.Visit(&root), nil
}

func (*flat) Access(data []byte) (uint64, error) {
	var root model.Root
	model.Init(&root, data)
	return model.Access(&root), nil
}

func (c *flat) Release(o *object) {
	if o.builder != nil {
		c.writer.Give(o)
	} else {
		c.reader.Give(o)
	}
}

func main() {
	codec := &flat{whole: model.NewWriter()}
	driver.Serve[schema.Root, *schema.Root, *object, *object](facts, codec)
}
