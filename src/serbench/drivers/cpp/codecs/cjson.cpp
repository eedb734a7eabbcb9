// ---
// library = "cJSON"
// released = { "1.7.15" = "2021-08-25" }
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/DaveGamble/cJSON/blob/v1.7.15/README.md"
// unions = "the value"
// extra = ["read"]
// headers = ["cjson/cJSON.h"]
// version = ["CJSON_VERSION_MAJOR", "CJSON_VERSION_MINOR", "CJSON_VERSION_PATCH"]
// packages = ["libcjson-dev"]
// link = ["cjson"]
// limits = [
//   "integers beyond 2^52",
//   "doubles that need more than 15 digits",
//   "NaN and infinities",
//   "names of fields, keys of maps and texts that hold the character NUL",
// ]
// types = { absent = "no member" }
// ---
#include "libraries/cjson.hpp"

SERBENCH_CODEC(serbench::CJsonCodec)
