// ---
// library = "toml++"
// released = "2023-10-13"
// format = "toml"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://marzer.github.io/tomlplusplus/index.html#mainpage-example"
// extra = ["read"]
// fetch = ["tomlplusplus"]
// # It has no null: an absent optional is left out, which only a record allows.
// unsupported = ["list<optional>", "map<optional>"]
// limits = ["u64 above 2^63 - 1", "values nested more than 256 levels deep do not decode"]
// ---
#include "libraries/tomlplusplus.hpp"

#include <ostream>

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

struct TomlPlusPlus {
  using Input = toml::table;
  using Output = toml::table;

  void populate(const Root& value, Input& in) {
    in.clear();
    toml_tree::put_fields(value, in);
  }

  // Of the usual format it lacks what does not bring newlines back (benches/findings/cpp).
  void encode(const Input& in, Buffer& out) {
    constexpr auto flags =
        toml::toml_formatter::default_flags & ~toml::format_flags::allow_multi_line_strings;
    const auto attached = writer_.attach(out);
    ostream_ << toml::toml_formatter(in, flags);
  }

  void decode(std::span<const std::byte> in, Output& out) { out = parsed(in); }
  void convert(const Output& out, Root& value) { Tree::get(out, value); }

  std::uint64_t read(std::span<const std::byte> in) { return Tree::sum<Root>(parsed(in), bytes_); }

 private:
  using Tree = JsonTree<toml_tree::Looks>;

  static toml::table parsed(std::span<const std::byte> in) {
    return toml::parse(std::string_view(reinterpret_cast<const char*>(in.data()), in.size()));
  }

  BufferWriter writer_;
  std::ostream ostream_{&writer_};
  Bytes bytes_;
};

}  // namespace

SERBENCH_CODEC(TomlPlusPlus)
