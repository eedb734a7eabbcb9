// A tree and a parser that are used again, as the quickstart has it and the library's own benchmark
// (bm_ryml_yaml_arena_reuse, https://github.com/biojppm/rapidyaml/blob/master/bm/bm_parse.cpp), and
// text emitted to a string that has room (bm_ryml_yaml_str_reserve, bm_emit.cpp). Trees are filled by
// serbench's own function.
#include "libraries/rapidyaml.hpp"

#include "direct.hpp"

namespace {

using serbench::Root;

struct RapidYaml {
  using Value = ryml::Tree;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, ryml::Tree& tree) {
    tree.clear();
    tree.clear_arena();
    serbench::yaml::put(record, serbench::yaml::Place(tree, tree.root_id()));
  }
  void take(const ryml::Tree& tree, Root& record) {
    serbench::yaml::get(tree, tree.root_id(), record);
  }

  std::string_view encode(const ryml::Tree& tree) {
    const ryml::substr text = ryml::emit_yaml(tree, tree.root_id(), ryml::to_substr(text_), false);
    if (text.str == nullptr) throw std::runtime_error("too little room");
    return {text.str, text.len};
  }

  void decode(std::string_view bytes, ryml::Tree& tree) {
    tree.clear();
    tree.clear_arena();
    ryml::parse_in_arena(&parser_, ryml::csubstr(bytes.data(), bytes.size()), &tree);
  }

 private:
  std::string text_ = std::string(1 << 20, ' ');
  ryml::EventHandlerTree events_;
  ryml::Parser parser_{&events_};
};

}  // namespace

SERBENCH_DIRECT(RapidYaml)
