// ---
// library = "RapidJSON"
// released = { "1.1.0" = "2016-08-25" }
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "reuses-objects"]
// page = "https://rapidjson.org/md_doc_encoding.html"
// unions = "the value"
// limits = ["NaN and infinities"]
// headers = ["rapidjson/rapidjson.h", "rapidjson/document.h", "rapidjson/writer.h"]
// version = "RAPIDJSON_VERSION_STRING"
// packages = ["rapidjson-dev"]
// types = { absent = "no member" }
// ---
// UTF-8 is checked both ways, as RapidJSON does only if it is told to.
#define RAPIDJSON_PARSE_DEFAULT_FLAGS kParseValidateEncodingFlag
#define RAPIDJSON_WRITE_DEFAULT_FLAGS kWriteValidateEncodingFlag

#include "libraries/rapidjson_codec.hpp"

SERBENCH_CODEC(serbench::rapidjson_dom::EventsAndDocument)
