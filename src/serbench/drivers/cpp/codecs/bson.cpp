// ---
// library = "libbson"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing", "zero-copy"]
// page = "https://mongoc.org/libbson/1.23.1/bson_writer_t.html"
// extra = ["borrow", "access", "read"]
// headers = ["bson/bson.h"]
// version = "BSON_VERSION_S"
// packages = ["libbson-dev"]
// pkg_config = ["libbson-1.0"]
// compile = ["bson"]
// limits = [
//   "u64 above 2^63 - 1",
//   "names of fields and keys of maps that hold the character NUL",
//   "2 GiB and more",
// ]
// ---
#include "libraries/bson_codec.hpp"

SERBENCH_CODEC(serbench::bson::Codec)
