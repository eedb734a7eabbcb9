// https://rapidjson.org/md_doc_features.html#SIMD; in a namespace of its own, since the driver is
// compiled without.
#define RAPIDJSON_NAMESPACE rapidjson_simd
#define RAPIDJSON_NAMESPACE_BEGIN namespace rapidjson_simd {
#define RAPIDJSON_NAMESPACE_END }
#define RAPIDJSON_SSE42
namespace rapidjson_simd {}
namespace rapidjson = rapidjson_simd;

#include "rapidjson_dom.hpp"

SERBENCH_DIRECT(RapidJsonDom)
