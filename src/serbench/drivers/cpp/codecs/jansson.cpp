// ---
// library = "Jansson"
// released = { "2.14" = "2021-09-09" }
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://jansson.readthedocs.io/en/2.14/apiref.html"
// unions = "the value"
// extra = ["read"]
// headers = ["jansson.h"]
// version = "JANSSON_VERSION"
// packages = ["libjansson-dev"]
// link = ["jansson"]
// limits = ["NaN and infinities", "u64 above 2^63 - 1", "keys that hold the character NUL"]
// types = { absent = "no member" }
// ---
#include "libraries/jansson.hpp"

SERBENCH_CODEC(serbench::DomCodec<serbench::Jansson>)
