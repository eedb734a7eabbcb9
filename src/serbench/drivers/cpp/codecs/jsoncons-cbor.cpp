// ---
// library = "jsoncons"
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://danielaparker.github.io/jsoncons/ref/cbor/cbor.html"
// unions = "the value"
// extra = ["read"]
// fetch = ["jsoncons"]
// [types]
// timestamp_s_utc = "tag 1"
// bigint = "tags 2 and 3"
// absent = "no member"
// ---
#include <jsoncons_ext/cbor/cbor.hpp>

#include "libraries/jsoncons.hpp"

namespace {

using serbench::jsoncons_json::Json;

// No decimals: the library reads the digits of 0.10 as octal (benches/findings/cpp).
struct Cbor {
  using Storage = std::vector<std::uint8_t>;
  static constexpr bool has_bytes = true, has_non_finite = true, is_bson = false, has_u64 = true;

  static void write(const Json& value, Storage& out) { jsoncons::cbor::encode_cbor(value, out); }
  static Json parse(std::span<const std::uint8_t> in) {
    return jsoncons::cbor::decode_cbor<Json>(in.begin(), in.end());
  }
};

}  // namespace

SERBENCH_CODEC(serbench::jsoncons_json::Codec<Cbor>)
