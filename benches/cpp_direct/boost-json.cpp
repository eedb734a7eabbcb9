// https://www.boost.org/doc/libs/1_85_0/libs/json/doc/html/json/quick_look.html, with the parser and
// its memory reused.
#include <boost/json.hpp>

#include "direct.hpp"

namespace {

using serbench::Root;
namespace json = boost::json;

struct Tree {
  std::unique_ptr<unsigned char[]> memory{new unsigned char[size]};
  json::monotonic_resource resource{memory.get(), size};
  json::value value;

  static constexpr std::size_t size = 64 * 1024;
};

struct BoostJson {
  using Value = Tree;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, Tree& tree) {
    tree.value = {{"ids", json::value_from(record.ids)},
                  {"strings", json::value_from(record.strings)}};
  }

  void take(const Tree& tree, Root& record) {
    record.ids = json::value_to<serbench::direct::Ids>(tree.value.at("ids"));
    record.strings = json::value_to<serbench::direct::Strings>(tree.value.at("strings"));
  }

  std::string_view encode(const Tree& tree) {
    text_ = json::serialize(tree.value);
    return text_;
  }

  void decode(std::string_view bytes, Tree& tree) {
    std::destroy_at(&tree.value);
    tree.resource.release();
    parser_.reset(&tree.resource);
    parser_.write(bytes);
    std::construct_at(&tree.value, parser_.release());
  }

 private:
  std::string text_;
  json::parser parser_;
};

}  // namespace

SERBENCH_DIRECT(BoostJson)
