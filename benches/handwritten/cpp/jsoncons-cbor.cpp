#include <jsoncons_ext/cbor/cbor.hpp>

#include "jsoncons.hpp"

using Codec =
    JsonCons<Binary,
             [](const Json& value, std::vector<std::uint8_t>& out) {
               jsoncons::cbor::encode_cbor(value, out);
             },
             [](std::string_view bytes) { return jsoncons::cbor::decode_cbor<Json>(bytes); }>;
SERBENCH_DIRECT(Codec)
