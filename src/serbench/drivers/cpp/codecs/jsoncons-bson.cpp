// ---
// library = "jsoncons"
// format = "bson"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://danielaparker.github.io/jsoncons/ref/bson/bson.html"
// unions = "the value"
// extra = ["read"]
// fetch = ["jsoncons"]
// limits = [
//   "u64 above 2^63 - 1",
//   "names of fields and keys of maps that hold the character NUL",
// ]
// [types]
// timestamp_ms_utc = "UTC datetime"
// absent = "no member"
// ---
#include <jsoncons_ext/bson/bson.hpp>

#include "libraries/jsoncons.hpp"

namespace {

using serbench::jsoncons_json::Json;

// No wire: it writes bytes with the subtype 0x80, which Rust's bson does not read as bytes.
struct Bson {
  using Storage = std::vector<std::uint8_t>;
  static constexpr bool has_bytes = true, has_non_finite = true, is_bson = true, has_u64 = false;

  static void write(const Json& value, Storage& out) { jsoncons::bson::encode_bson(value, out); }
  static Json parse(std::span<const std::uint8_t> in) {
    return jsoncons::bson::decode_bson<Json>(in.begin(), in.end());
  }
};

}  // namespace

SERBENCH_CODEC(serbench::jsoncons_json::Codec<Bson>)
