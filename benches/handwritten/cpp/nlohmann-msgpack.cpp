#include "nlohmann.hpp"

using Codec = Nlohmann<Binary, [](const Json& value) { return Json::to_msgpack(value); },
                       [](std::string_view bytes) { return Json::from_msgpack(bytes); }>;
SERBENCH_DIRECT(Codec)
