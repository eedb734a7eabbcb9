#include "nlohmann.hpp"

using Codec = Nlohmann<Text, [](const Json& value) { return value.dump(); },
                       [](std::string_view bytes) { return Json::parse(bytes); }>;
SERBENCH_DIRECT(Codec)
