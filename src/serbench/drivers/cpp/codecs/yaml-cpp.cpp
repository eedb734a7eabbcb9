// ---
// library = "yaml-cpp"
// released = "2023-08-10"
// format = "yaml"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/jbeder/yaml-cpp/wiki/How-To-Emit-YAML"
// extra = ["read"]
// fetch = ["yaml_cpp"]
// limits = [
//   "texts that hold noncharacters of Unicode, such as U+FFFE",
//   "values nested more than 500 levels deep do not decode",
// ]
// types = { absent = "no member" }
// ---
#include "libraries/yaml_cpp.hpp"
#include "serbench/codec.hpp"
#include "serbench/locate.hpp"

namespace {

using namespace serbench;

// An emitter per value, since it keeps what it wrote: given a stream, it writes each character by a
// call of its own, which takes a fifth longer. The stream to read from serves all.
struct YamlCpp {
  void encode(const Root& value, Buffer& out) {
    YAML::Emitter emitter;
    yaml_cpp::put(emitter, value);
    if (!emitter.good()) throw std::runtime_error(emitter.GetLastError());
    out.append(emitter.c_str(), emitter.size());
  }

  void decode(std::span<const std::byte> in, Root& out) { Tree::get(parsed(in), out); }
  std::uint64_t read(std::span<const std::byte> in) { return Tree::sum<Root>(parsed(in), bytes_); }

  static std::string explain(const Root& value) {
    const std::string path = locate(value, [](const auto& part) {
      using T = std::remove_cvref_t<decltype(part)>;
      if constexpr (std::same_as<T, std::string>) return yaml_cpp::has_noncharacter(part);
      if constexpr (std::same_as<T, Name>) return yaml_cpp::has_noncharacter(part.text);
      return false;
    });
    return path.empty() ? "" : path + ": the emitter replaces noncharacters of Unicode";
  }

 private:
  using Tree = JsonTree<yaml_cpp::Looks>;

  YAML::Node parsed(std::span<const std::byte> in) {
    reader_.attach(in);
    istream_.clear();  // the last value's end
    return YAML::Load(istream_);
  }

  BytesReader reader_;
  std::istream istream_{&reader_};
  Bytes bytes_;
};

}  // namespace

SERBENCH_CODEC(YamlCpp)
