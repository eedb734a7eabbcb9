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
// ---
#include <cereal/archives/json.hpp>

#include "libraries/cereal.hpp"
#include "serbench/locate.hpp"

namespace {

using namespace serbench;

struct CerealJson : Cereal<cereal::JSONOutputArchive, cereal::JSONInputArchive> {
  // They are written, and read up to that character.
  static std::string explain(const Root& value) {
    const std::string path = locate(value, [](const auto& part) { return has_nul(part); });
    return path.empty() ? "" : path + ": the character NUL ends a text";
  }

 private:
  template <class T>
  static bool has_nul(const T& part) {
    if constexpr (std::same_as<T, std::string>) return part.find('\0') != part.npos;
    if constexpr (std::same_as<T, Name>) return part.text.find('\0') != part.text.npos;
    return false;
  }
};

}  // namespace

SERBENCH_CODEC(CerealJson)
