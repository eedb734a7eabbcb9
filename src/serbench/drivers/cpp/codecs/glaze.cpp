// ---
// library = "glaze"
// released = "2026-09-24"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "clang"]
// page = "https://github.com/stephenberry/glaze/blob/main/docs/optimizing-performance.md"
// unions = "the value"
// limits = ["NaN and infinities", "values nested more than 256 levels deep do not decode"]
// unsupported = ["symbols"]
// fetch = ["glaze"]
// toolchain = "clang-libc++"
// flags = ["-fbracket-depth=65536"]
// [types]
// duration = "its count"
// ---
#include <glaze/json.hpp>

namespace serbench::glaze {
inline constexpr bool is_json = true;
}

#include "libraries/glaze.hpp"
#include "serbench/explain.hpp"

namespace {

using namespace serbench;

// By default, glaze leaves out null, and entries of maps with it, and writes control characters so
// that it does not read them.
struct Writing : glz::opts {
  bool escape_control_characters = true;
};
constexpr Writing writing{{.format = glz::JSON, .skip_null_members = false}};
constexpr glz::opts reading{.format = glz::JSON, .error_on_unknown_keys = false};

struct GlazeJson : glaze::Codec<writing, reading> {
  // It writes null.
  static std::string explain(const Root& value) {
    return has_non_finite(value) ? "NaN and infinities" : "";
  }
};

}  // namespace

SERBENCH_CODEC(GlazeJson)
