#include <jsoncons_ext/msgpack/msgpack.hpp>

#include "jsoncons.hpp"

using Codec =
    JsonCons<Binary,
             [](const Json& value, std::vector<std::uint8_t>& out) {
               jsoncons::msgpack::encode_msgpack(value, out);
             },
             [](std::string_view bytes) { return jsoncons::msgpack::decode_msgpack<Json>(bytes); }>;
SERBENCH_DIRECT(Codec)
