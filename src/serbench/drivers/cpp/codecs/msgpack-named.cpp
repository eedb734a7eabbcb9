// ---
// library = "msgpack-cxx"
// released = "2024-11-02"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "self-describing", "reuses-objects", "core"]
// page = "https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_adaptor"
// unions = "a map from the variant's name to the value"
// extra = ["borrow"]
// fetch = ["msgpack"]
// [types]
// timestamp_s_utc = "timestamp extension"
// timestamp_ms_utc = "timestamp extension"
// timestamp_us_utc = "timestamp extension"
// timestamp_ns_utc = "timestamp extension"
// keys = "map"
// absent = "no member"
// ---
#define SERBENCH_MSGPACK_NAMED 1
#include "libraries/msgpack.hpp"

SERBENCH_CODEC(serbench::Msgpack)
