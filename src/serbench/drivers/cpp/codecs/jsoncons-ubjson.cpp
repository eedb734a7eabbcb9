// ---
// library = "jsoncons"
// format = "ubjson"
// wire = "ubjson"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://danielaparker.github.io/jsoncons/ref/ubjson/ubjson.html"
// unions = "the value"
// extra = ["read"]
// fetch = ["jsoncons"]
// limits = ["u64 above 2^63 - 1"]
// types = { absent = "no member" }
// ---
#include <jsoncons_ext/ubjson/ubjson.hpp>

#include "libraries/jsoncons.hpp"

namespace {

using serbench::jsoncons_json::Json;

struct Ubjson {
  using Storage = std::vector<std::uint8_t>;
  static constexpr bool has_bytes = false, has_non_finite = true, is_bson = false, has_u64 = false;

  static void write(const Json& value, Storage& out) {
    jsoncons::ubjson::encode_ubjson(value, out);
  }
  static Json parse(std::span<const std::uint8_t> in) {
    return jsoncons::ubjson::decode_ubjson<Json>(in.begin(), in.end());
  }
};

}  // namespace

SERBENCH_CODEC(serbench::jsoncons_json::Codec<Ubjson>)
