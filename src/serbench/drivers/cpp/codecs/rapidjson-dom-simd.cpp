// ---
// library = "RapidJSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model", "reuses-objects"]
// page = "https://rapidjson.org/md_doc_features.html"
// unions = "the value"
// limits = ["NaN and infinities"]
// extra = ["read"]
// fetch = ["rapidjson"]
// types = { absent = "no member" }
// ---
// A namespace of its own, since the driver is compiled with another version. The instructions are
// for long texts: where strings are short they cost more than they save.
#define RAPIDJSON_NAMESPACE rapidjson_simd
#define RAPIDJSON_NAMESPACE_BEGIN namespace rapidjson_simd {
#define RAPIDJSON_NAMESPACE_END }
#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON
#endif
namespace rapidjson_simd {}
namespace rapidjson = rapidjson_simd;

#include "libraries/rapidjson_dom_codec.hpp"

SERBENCH_CODEC(serbench::rapidjson_dom::Codec)
