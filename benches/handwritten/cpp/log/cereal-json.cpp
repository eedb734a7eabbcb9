#include <cereal/archives/json.hpp>

#include "cereal_members.hpp"

using Codec = Cereal<cereal::JSONOutputArchive, cereal::JSONInputArchive>;
SERBENCH_DIRECT(Codec)
