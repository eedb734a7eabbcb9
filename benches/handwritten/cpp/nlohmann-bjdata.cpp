#include "nlohmann.hpp"

using Codec = Nlohmann<Binary, [](const Json& value) { return Json::to_bjdata(value); },
                       [](std::string_view bytes) { return Json::from_bjdata(bytes); }>;
SERBENCH_DIRECT(Codec)
