#include <jsoncons_ext/ubjson/ubjson.hpp>

#include "jsoncons.hpp"

using Codec =
    JsonCons<Binary,
             [](const Json& value, std::vector<std::uint8_t>& out) {
               jsoncons::ubjson::encode_ubjson(value, out);
             },
             [](std::string_view bytes) { return jsoncons::ubjson::decode_ubjson<Json>(bytes); }>;
SERBENCH_DIRECT(Codec)
