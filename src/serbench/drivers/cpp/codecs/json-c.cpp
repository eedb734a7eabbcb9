// ---
// library = "json-c"
// released = { "0.16" = "2022-04-13" }
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://json-c.github.io/json-c/json-c-0.16/doc/html/json__tokener_8h.html"
// unions = "the value"
// extra = ["read"]
// headers = ["json-c/json.h"]
// version = "JSON_C_VERSION"
// packages = ["libjson-c-dev"]
// link = ["json-c"]
// limits = ["NaN and infinities", "names of fields and keys of maps that hold the character NUL"]
// types = { absent = "no member" }
// ---
#include "libraries/json_c.hpp"

SERBENCH_CODEC(serbench::DomCodec<serbench::JsonC>)
