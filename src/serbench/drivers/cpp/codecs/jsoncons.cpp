// ---
// library = "jsoncons"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/danielaparker/json_benchmarks"
// unions = "the value"
// extra = ["read"]
// fetch = ["jsoncons"]
// limits = ["NaN and infinities", "-0.0 becomes 0.0"]
// [types]
// bigint = "number"
// absent = "no member"
// ---
#include "libraries/jsoncons.hpp"

namespace {

using serbench::jsoncons_json::Json;

struct Text {
  using Storage = std::string;
  static constexpr bool has_bytes = false, has_non_finite = false, is_bson = false, has_u64 = true;

  static void write(const Json& value, Storage& out) { value.dump(out); }
  static Json parse(std::span<const char> in) {
    return Json::parse(std::string_view(in.data(), in.size()));
  }
};

}  // namespace

SERBENCH_CODEC(serbench::jsoncons_json::Codec<Text>)
