// ---
// library = "nlohmann"
// released = "2025-04-11"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/nlohmann/json/blob/v3.12.0/tests/benchmarks/src/benchmarks.cpp"
// unions = "the value"
// extra = ["read"]
// fetch = ["nlohmann"]
// limits = [
//   "u64 above 2^63 - 1",
//   "names of fields and keys of maps that hold the character NUL",
// ]
// types = { absent = "no member" }
// ---
#include "libraries/nlohmann.hpp"

namespace {

using serbench::nlohmann_json::Json;

struct Bson {
  using Storage = std::vector<std::uint8_t>;
  static constexpr bool has_bytes = true, has_non_finite = true, is_bson = true;

  static void write(const Json& value, Storage& out) { Json::to_bson(value, out); }
  static Json parse(const std::uint8_t* begin, const std::uint8_t* end) {
    return Json::from_bson(begin, end);
  }
};

}  // namespace

SERBENCH_CODEC(serbench::nlohmann_json::Codec<Bson>)
