// ---
// library = "cereal"
// released = { "1.3.2" = "2022-02-28" }
// format = "cereal-json"
// traits = ["human-readable", "self-describing"]
// page = "https://uscilab.github.io/cereal/serialization_archives.html"
// unions = "std::variant"
// headers = ["cereal/cereal.hpp", "cereal/version.hpp"]
// version = ["CEREAL_VERSION_MAJOR", "CEREAL_VERSION_MINOR", "CEREAL_VERSION_PATCH"]
// limits = ["names of fields, keys of maps and texts that hold the character NUL"]
// packages = ["libcereal-dev"]
// [types]
// date = "its count in an object of time_since_epoch"
// timestamp = "its count in an object of time_since_epoch"
// duration = "its count in an object"
// keys = "map"
// ---
#include <cereal/archives/json.hpp>

#include "libraries/cereal.hpp"
#include "serbench/nul_text.hpp"

namespace {

using namespace serbench;

struct CerealJson : Cereal<cereal::JSONOutputArchive, cereal::JSONInputArchive> {
  // They are written, and read up to that character.
  static std::string explain(const Root& value) {
    return explain_nul(value, "the character NUL ends a text");
  }
};

}  // namespace

SERBENCH_CODEC(CerealJson)
