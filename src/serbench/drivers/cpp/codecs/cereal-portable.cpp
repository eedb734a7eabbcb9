// ---
// library = "cereal"
// released = { "1.3.2" = "2022-02-28" }
// format = "cereal-portable"
// traits = ["binary", "schema"]
// page = "https://uscilab.github.io/cereal/serialization_archives.html"
// unions = "std::variant"
// headers = ["cereal/cereal.hpp", "cereal/version.hpp"]
// version = ["CEREAL_VERSION_MAJOR", "CEREAL_VERSION_MINOR", "CEREAL_VERSION_PATCH"]
// packages = ["libcereal-dev"]
// [types]
// date = "i64"
// timestamp = "i64"
// duration = "i64"
// keys = "map"
// ---
#include <cereal/archives/portable_binary.hpp>

#include "libraries/cereal.hpp"

using Codec =
    serbench::Cereal<cereal::PortableBinaryOutputArchive, cereal::PortableBinaryInputArchive>;
SERBENCH_CODEC(Codec)
