// ---
// library = "libcbor"
// released = { "0.8.0" = "2020-09-20" }
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://libcbor.readthedocs.io/en/v0.8.0/using.html"
// unions = "the value"
// extra = ["read"]
// headers = ["cbor.h"]
// version = ["CBOR_MAJOR_VERSION", "CBOR_MINOR_VERSION", "CBOR_PATCH_VERSION"]
// packages = ["libcbor-dev"]
// link = ["cbor"]
// limits = ["values nested more than 2048 levels deep do not decode"]
// types = { absent = "no member" }
// ---
#include "libraries/libcbor.hpp"

SERBENCH_CODEC(serbench::DomCodec<serbench::LibCbor>)
