// ---
// library = "RapidJSON"
// released = { "1.1.0" = "2016-08-25" }
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model", "reuses-objects"]
// page = "https://rapidjson.org/md_doc_dom.html"
// unions = "the value"
// limits = ["NaN and infinities"]
// extra = ["read"]
// headers = ["rapidjson/rapidjson.h", "rapidjson/document.h", "rapidjson/writer.h"]
// version = "RAPIDJSON_VERSION_STRING"
// packages = ["rapidjson-dev"]
// types = { absent = "no member" }
// ---
#include "libraries/rapidjson_dom_codec.hpp"

SERBENCH_CODEC(serbench::rapidjson_dom::Codec)
