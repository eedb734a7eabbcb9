// ---
// library = "nlohmann"
// released = "2025-04-11"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/nlohmann/json/blob/v3.12.0/tests/benchmarks/src/benchmarks.cpp"
// unions = "the value"
// extra = ["read"]
// fetch = ["nlohmann"]
// limits = ["NaN and infinities"]
// types = { absent = "no member" }
// ---
#include "libraries/nlohmann.hpp"

namespace {

using serbench::nlohmann_json::Json;

struct Text {
  using Storage = std::string;
  static constexpr bool has_bytes = false, has_non_finite = false, is_bson = false;

  static void write(const Json& value, Storage& out) { out = value.dump(); }
  static Json parse(const std::uint8_t* begin, const std::uint8_t* end) {
    return Json::parse(begin, end);
  }
};

}  // namespace

SERBENCH_CODEC(serbench::nlohmann_json::Codec<Text>)
