// ---
// library = "Boost.JSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model", "reuses-objects"]
// page = "https://www.boost.org/doc/libs/1_85_0/libs/json/doc/html/json/allocators/storage_ptr.html"
// unions = "the value"
// limits = ["NaN"]
// extra = ["read"]
// fetch = ["boost_json"]
// types = { absent = "no member" }
// ---
#include "libraries/boost_json_codec.hpp"

SERBENCH_CODEC(serbench::boost_json::Codec)
