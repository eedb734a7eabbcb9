// ---
// library = "nlohmann"
// released = "2025-04-11"
// format = "ubjson"
// wire = "ubjson"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/nlohmann/json/blob/v3.12.0/tests/benchmarks/src/benchmarks.cpp"
// unions = "the value"
// extra = ["read"]
// fetch = ["nlohmann"]
// types = { absent = "no member" }
// ---
#include "libraries/nlohmann.hpp"

namespace {

using serbench::nlohmann_json::Json;

struct Ubjson {
  using Storage = std::vector<std::uint8_t>;
  static constexpr bool has_bytes = false, has_non_finite = true, is_bson = false;

  static void write(const Json& value, Storage& out) { Json::to_ubjson(value, out); }
  static Json parse(const std::uint8_t* begin, const std::uint8_t* end) {
    return Json::from_ubjson(begin, end);
  }
};

}  // namespace

SERBENCH_CODEC(serbench::nlohmann_json::Codec<Ubjson>)
