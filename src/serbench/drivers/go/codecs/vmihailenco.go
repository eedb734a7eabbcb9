// ---
// library = "vmihailenco/msgpack"
// released = "2023-10-26"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "self-describing", "core"]
// page = "https://pkg.go.dev/github.com/vmihailenco/msgpack/v5#Encoder"
// module = "github.com/vmihailenco/msgpack/v5"
// generate = ["msgpack"]
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
	schema "serbench/schema_msgpack" // the plain types with the library's tags and methods
)

func main() { driver.ServePlain(facts, vmihailenco.New[schema.Root](false)) }
