// ---
// library = "jsoncons"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://danielaparker.github.io/jsoncons/ref/msgpack/msgpack.html"
// unions = "the value"
// extra = ["read"]
// fetch = ["jsoncons"]
// types = { absent = "no member" }
// ---
#include <jsoncons_ext/msgpack/msgpack.hpp>

#include "libraries/jsoncons.hpp"

namespace {

using serbench::jsoncons_json::Json;

// No timestamps: those before 1970 become others (benches/findings/cpp).
struct MsgPack {
  using Storage = std::vector<std::uint8_t>;
  static constexpr bool has_bytes = true, has_non_finite = true, is_bson = false, has_u64 = true;

  static void write(const Json& value, Storage& out) {
    jsoncons::msgpack::encode_msgpack(value, out);
  }
  static Json parse(std::span<const std::uint8_t> in) {
    return jsoncons::msgpack::decode_msgpack<Json>(in.begin(), in.end());
  }
};

}  // namespace

SERBENCH_CODEC(serbench::jsoncons_json::Codec<MsgPack>)
