#include "nlohmann.hpp"

using Codec = Nlohmann<Binary, [](const Json& value) { return Json::to_ubjson(value); },
                       [](std::string_view bytes) { return Json::from_ubjson(bytes); }>;
SERBENCH_DIRECT(Codec)
