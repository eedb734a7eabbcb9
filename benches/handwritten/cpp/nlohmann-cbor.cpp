#include "nlohmann.hpp"

using Codec = Nlohmann<Binary, [](const Json& value) { return Json::to_cbor(value); },
                       [](std::string_view bytes) { return Json::from_cbor(bytes); }>;
SERBENCH_DIRECT(Codec)
