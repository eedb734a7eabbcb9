#include "boost_json.hpp"

SERBENCH_DIRECT(BoostJson<true>)
