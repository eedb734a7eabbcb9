// https://rapidyaml.readthedocs.io/latest/doxygen/group__doc__quickstart.html, with the tree reused.
#include <ryml.hpp>
#include <ryml_std.hpp>

#include "direct.hpp"

namespace {

using serbench::Root;

struct RapidYaml {
  using Value = ryml::Tree;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, Value& tree) {
    ryml::NodeRef root = tree.rootref();
    root |= ryml::MAP;
    ryml::NodeRef ids = root["ids"];
    ids |= ryml::SEQ | ryml::KEY_DQUO;
    for (const std::int64_t id : record.ids) ids.append_child() << id;
    ryml::NodeRef strings = root["strings"];
    strings |= ryml::SEQ | ryml::KEY_DQUO;
    for (const std::string& s : record.strings) {
      ryml::NodeRef item = strings.append_child();
      item = ryml::to_csubstr(s);
      item |= ryml::VAL_DQUO;
    }
  }

  void take(const Value& tree, Root& record) {
    tree["ids"] >> record.ids;
    tree["strings"] >> record.strings;
  }

  std::string_view encode(const Value& tree) {
    ryml::emitrs_yaml(tree, &text_);
    return text_;
  }

  void decode(std::string_view bytes, Value& tree) {
    tree.clear();
    tree.clear_arena();
    ryml::parse_in_arena(ryml::csubstr(bytes.data(), bytes.size()), &tree);
  }

 private:
  std::string text_;
};

}  // namespace

SERBENCH_DIRECT(RapidYaml)
