// ---
// library = "ffjson"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://pkg.go.dev/github.com/pquerna/ffjson#readme-improvements-you-should-implement"
// module = "github.com/pquerna/ffjson"
// generate = ["ffjson"]
// ---

package main

import (
	fflib "github.com/pquerna/ffjson/fflib/v1"

	"serbench/driver"
	schema "serbench/schema_ffjson" // the plain types with ffjson's methods
)

// ffjson has one buffer that is reused.
type ffjson struct{ out fflib.Buffer }

func (c *ffjson) Encode(value *schema.Root, out []byte) ([]byte, error) {
	c.out.Reset()
	if err := value.MarshalJSONBuf(&c.out); err != nil {
		return out, err
	}
	return append(out, c.out.Bytes()...), nil
}

func (c *ffjson) Decode(data []byte, into *schema.Root) error { return into.UnmarshalJSON(data) }

func main() { driver.ServePlain(facts, &ffjson{}) }
