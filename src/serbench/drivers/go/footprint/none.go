// ---
// library = "serbench"
// format = "none"
// traits = ["binary", "hand-written"]
// page = ""
// module = "std"
// unions = "none of it is written"
// ---

// No codec, for `serbench footprint`: what the same program is without one.
package main

import (
	"serbench/driver"
	"serbench/schema"
)

type none struct{}

func (none) Encode(value *schema.Root, out []byte) ([]byte, error) { return out, nil }

func (none) Decode(data []byte, into *schema.Root) error { return nil }

func main() { driver.ServePlain(facts, none{}) }
