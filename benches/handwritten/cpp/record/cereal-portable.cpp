#include <cereal/archives/portable_binary.hpp>

#include "cereal_members.hpp"

using Codec = Cereal<cereal::PortableBinaryOutputArchive, cereal::PortableBinaryInputArchive>;
SERBENCH_DIRECT(Codec)
