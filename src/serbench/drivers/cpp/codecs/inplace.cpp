// ---
// library = "serbench"
// format = "inplace"
// wire = "inplace"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects", "hand-written"]
// page = ""
// extra = ["borrow", "access", "read"]
// limits = ["4 GiB or more: offsets have 32 bits"]
// [types]
// date = "i64"
// time = "i64"
// timestamp = "i64"
// timestamp_offset = "i64, and i64 of minutes"
// duration = "i64"
// decimal = "i64, or 16 bytes; beyond 38 digits bytes"
// uuid = "16 bytes"
// bigint = "bytes"
// ---
#include "libraries/inplace.hpp"

SERBENCH_CODEC(serbench::inplace::Inplace<true>)
