#include "jsoncons.hpp"

using Codec = JsonCons<Text, [](const Json& value, std::string& out) { value.dump(out); },
                       [](std::string_view text) { return Json::parse(text); }>;
SERBENCH_DIRECT(Codec)
