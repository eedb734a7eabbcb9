// ---
// library = "rapidyaml"
// released = "2026-06-25"
// format = "yaml"
// traits = ["human-readable", "self-describing", "own-model", "reuses-objects"]
// page = "https://rapidyaml.readthedocs.io/latest/doxygen/group__doc__quickstart.html"
// extra = ["read"]
// fetch = ["rapidyaml"]
// types = { absent = "no member" }
// ---
#include "libraries/rapidyaml.hpp"

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

// Trees and parser are reused, as the library advises, and keep their memory. It can borrow only from
// text that it may change (parse_in_place), which the driver's bytes are not.
struct RapidYaml {
  using Input = ryml::Tree;
  using Output = ryml::Tree;

  void populate(const Root& value, Input& in) {
    in.clear();
    in.clear_arena();
    yaml::put(value, yaml::Place(in, in.root_id()));
  }

  // The emitter says how much room it needs if it did not have enough.
  void encode(const Input& in, Buffer& out) {
    const auto options = ryml::EmitOptions().max_depth(1 << 20);
    for (std::size_t room = std::max<std::size_t>(out.capacity(), 4096);;) {
      const ryml::substr buffer(reinterpret_cast<char*>(out.reserve(room)), room);
      const ryml::substr text = ryml::emit_yaml(in, options, buffer, false);
      if (text.str != nullptr) return out.commit(text.len);
      room = text.len;
    }
  }

  void decode(std::span<const std::byte> in, Output& out) {
    out.clear();
    out.clear_arena();
    const ryml::csubstr text(reinterpret_cast<const char*>(in.data()), in.size());
    ryml::parse_in_arena(&parser_, text, &out);
  }

  void convert(const Output& out, Root& value) { yaml::get(out, out.root_id(), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    decode(in, read_);
    return yaml::sum<Root>(read_, read_.root_id());
  }

 private:
  ryml::Parser::handler_type events_;
  ryml::Parser parser_{&events_};
  ryml::Tree read_;
};

}  // namespace

SERBENCH_CODEC(RapidYaml)
