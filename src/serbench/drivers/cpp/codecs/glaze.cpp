// ---
// library = "glaze"
// released = "2026-09-24"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "clang"]
// page = "https://github.com/stephenberry/glaze/blob/main/docs/optimizing-performance.md"
// unions = "the value"
// limits = ["NaN and infinities", "values nested more than 256 levels deep do not decode"]
// unsupported = ["escapes", "long-names"]
// fetch = ["glaze"]
// toolchain = "clang-libc++"
// flags = ["-fbracket-depth=65536", "-fconstexpr-steps=8000000"]
// # Dates and coarser timestamps are converted: a year beyond 32767 would be written as another one.
// [types]
// timestamp_ns_utc = "RFC 3339 text"
// duration = "its count"
// keys = "object"
// ---
#include <glaze/json.hpp>

namespace serbench::glaze {
inline constexpr bool is_json = true;
}

#include "libraries/glaze.hpp"
#include "serbench/box.hpp"
#include "serbench/explain.hpp"

// As the library has what may be null, without its question whether writing the `value_type` can fail:
// of a record that lies in itself, that does not compile.
template <class T>
struct glz::to<glz::JSON, serbench::Box<T>> {
  template <auto options>
  static void op(const auto& value, is_context auto&& context, auto&&... out) {
    if (value) {
      serialize<JSON>::op<write_unchecked_off<options>()>(*value, context, out...);
    } else {
      serialize<JSON>::op<write_unchecked_off<options>()>(nullptr, context, out...);
    }
  }
};

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
