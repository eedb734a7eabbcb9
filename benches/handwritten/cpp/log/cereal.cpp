#include <cereal/archives/binary.hpp>

#include "cereal_members.hpp"

using Codec = Cereal<cereal::BinaryOutputArchive, cereal::BinaryInputArchive>;
SERBENCH_DIRECT(Codec)
