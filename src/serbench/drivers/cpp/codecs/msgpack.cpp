// ---
// library = "msgpack-cxx"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "schema", "reuses-objects", "core"]
// page = "https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_unpacker"
// fetch = ["msgpack"]
// ---
#define SERBENCH_MSGPACK_NAMED 0
#include "serbench/msgpack.hpp"

SERBENCH_CODEC(serbench::Msgpack)
