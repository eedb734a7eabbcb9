// ---
// library = "vmihailenco/msgpack"
// released = "2023-10-26"
// format = "msgpack-arrays"
// wire = "msgpack-arrays"
// traits = ["binary", "schema"]
// page = "https://pkg.go.dev/github.com/vmihailenco/msgpack/v5#Encoder.UseArrayEncodedStructs"
// module = "github.com/vmihailenco/msgpack/v5"
// generate = ["msgpack_arrays"]
// unsupported = ["tags"]
// [types]
// timestamp_s_utc = "timestamp extension"
// timestamp_ms_utc = "timestamp extension"
// timestamp_us_utc = "timestamp extension"
// timestamp_ns_utc = "timestamp extension"
// uuid = "bytes"
// decimal = "bytes of decimal.Decimal"
// keys = "map"
// ---

package main

import (
	"serbench/driver"
	"serbench/library/vmihailenco"
	schema "serbench/schema_msgpack_arrays" // the plain types with the library's tags and methods
)

func main() { driver.ServePlain(facts, vmihailenco.New[schema.Root](true)) }
