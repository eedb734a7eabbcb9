// ---
// library = "JsonCpp"
// released = { "1.9.5" = "2021-11-03" }
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/open-source-parsers/jsoncpp/blob/1.9.5/README.md"
// unions = "the value"
// extra = ["read"]
// headers = ["jsoncpp/json/json.h"]
// version = "JSONCPP_VERSION_STRING"
// packages = ["libjsoncpp-dev"]
// link = ["jsoncpp"]
// limits = ["NaN and infinities"]
// types = { absent = "no member" }
// ---
#include "libraries/jsoncpp.hpp"

SERBENCH_CODEC(serbench::JsonCppCodec)
