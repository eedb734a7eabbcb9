#include <jsoncons_ext/bson/bson.hpp>

#include "jsoncons.hpp"

using Codec =
    JsonCons<Binary,
             [](const Json& value, std::vector<std::uint8_t>& out) {
               jsoncons::bson::encode_bson(value, out);
             },
             [](std::string_view bytes) { return jsoncons::bson::decode_bson<Json>(bytes); }>;
SERBENCH_DIRECT(Codec)
