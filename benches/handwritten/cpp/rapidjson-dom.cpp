#include "rapidjson_dom.hpp"

SERBENCH_DIRECT(RapidJsonDom)
