// The emitter's own string, and a node of the text, as the wiki has both
// (https://github.com/jbeder/yaml-cpp/wiki/Tutorial). Records are written and read by serbench's own
// functions.
#include "direct.hpp"
#include "libraries/yaml_cpp.hpp"

namespace {

using serbench::Root;

struct YamlCpp {
  using Value = Root;

  std::string_view encode(const Root& record) {
    YAML::Emitter emitter;
    serbench::yaml_cpp::put(emitter, record);
    text_.assign(emitter.c_str(), emitter.size());
    return text_;
  }

  void decode(std::string_view bytes, Root& record) {
    serbench::JsonTree<serbench::yaml_cpp::Looks>::get(YAML::Load(std::string(bytes)), record);
  }

 private:
  std::string text_;
};

}  // namespace

SERBENCH_DIRECT(YamlCpp)
