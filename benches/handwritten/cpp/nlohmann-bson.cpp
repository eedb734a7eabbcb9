#include "nlohmann.hpp"

using Codec = Nlohmann<Binary, [](const Json& value) { return Json::to_bson(value); },
                       [](std::string_view bytes) { return Json::from_bson(bytes); }>;
SERBENCH_DIRECT(Codec)
