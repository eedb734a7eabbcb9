// ---
// library = "Boost.JSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model", "reuses-objects"]
// page = "https://www.boost.org/doc/libs/1_85_0/libs/json/doc/html/json/ref/boost__json__parse_options.html"
// unions = "the value"
// limits = ["NaN"]
// extra = ["read"]
// fetch = ["boost_json"]
// types = { absent = "no member" }
// ---
#include "libraries/boost_json_codec.hpp"

namespace {

// Text is not checked to be UTF-8, which costs most where there is much of it.
struct BoostJsonNoUtf8 : serbench::boost_json::Codec {
  BoostJsonNoUtf8() : Codec(false) {}
};

}  // namespace

SERBENCH_CODEC(BoostJsonNoUtf8)
