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
// flags = ["-fbracket-depth=65536", "-fconstexpr-steps=8000000"]
// [types]
// duration = "its count"
// integer_keys = "object"
// enum_keys = "object"
// text_keys = "object"
// ---
#include <glaze/beve.hpp>

namespace serbench::glaze {
inline constexpr bool is_json = false;
}

#include "libraries/glaze.hpp"
#include "serbench/box.hpp"

// As the library reads std::unique_ptr; of others that may be null, it makes none.
template <class T>
struct glz::from<glz::BEVE, serbench::Box<T>> {
  template <auto options>
  static void op(auto& value, is_context auto&& context, auto&& in, auto end) {
    if (invalid_end(context, in, end)) return;
    if (static_cast<std::uint8_t>(*in) == tag::null) {
      ++in;
      value.reset();
      return;
    }
    if (!value) value.emplace();
    parse<BEVE>::op<options>(*value, context, in, end);
  }
};

namespace {

using namespace serbench;

// By default, glaze leaves out null, and entries of maps with it.
constexpr glz::opts writing{.format = glz::BEVE, .skip_null_members = false};
constexpr glz::opts reading{.format = glz::BEVE, .error_on_unknown_keys = false};

using Beve = glaze::Codec<writing, reading>;

}  // namespace

SERBENCH_CODEC(Beve)
