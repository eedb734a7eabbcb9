// ---
// library = "glaze"
// released = "2026-09-24"
// format = "beve"
// traits = ["binary", "self-describing", "clang"]
// page = "https://github.com/stephenberry/glaze/blob/main/docs/binary.md"
// unions = "a tag"
// limits = ["values nested more than 256 levels deep do not decode"]
// fetch = ["glaze"]
// toolchain = "clang-libc++"
// flags = ["-fbracket-depth=65536"]
// [types]
// duration = "its count"
// ---
#include <glaze/beve.hpp>

namespace serbench::glaze {
inline constexpr bool is_json = false;
}

#include "libraries/glaze.hpp"

namespace {

using namespace serbench;

// By default, glaze leaves out null, and entries of maps with it.
constexpr glz::opts writing{.format = glz::BEVE, .skip_null_members = false};
constexpr glz::opts reading{.format = glz::BEVE, .error_on_unknown_keys = false};

using Beve = glaze::Codec<writing, reading>;

}  // namespace

SERBENCH_CODEC(Beve)
