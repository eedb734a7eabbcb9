// https://github.com/boostorg/json/blob/boost-1.85.0/bench/bench.cpp ("boost (pool)"): one parser and
// one serializer for all, values in a monotonic_resource, here over memory that is kept as
// https://www.boost.org/doc/libs/1_85_0/libs/json/doc/html/json/ref/boost__json__monotonic_resource.html
// has it.
#pragma once

#include <boost/json/serializer.hpp>

#include "direct.hpp"
#include "libraries/boost_json.hpp"
#include "serbench/json_dom.hpp"

using serbench::Root;
namespace json = boost::json;

struct Tree {
  std::unique_ptr<unsigned char[]> memory{new unsigned char[size]};
  json::monotonic_resource resource{memory.get(), size};
  json::value value;

  static constexpr std::size_t size = 1 << 20;

  void clear() {
    std::destroy_at(&value);  // nothing but to give the resource back
    resource.release();
    std::construct_at(&value, &resource);
  }
};

template <bool checks_utf8>
struct BoostJson {
  using Value = Tree;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, Tree& tree) {
    tree.clear();
    std::string scratch;
    serbench::boost_json::put(record, tree.value, scratch);
  }
  void take(const Tree& tree, Root& record) {
    serbench::JsonTree<serbench::boost_json::Dom>::get(tree.value, record);
  }

  std::string_view encode(const Tree& tree) {
    serializer_.reset(&tree.value);
    text_.clear();
    for (;;) {
      text_.grow(serializer_.read(text_.end(), text_.capacity() - text_.size()).size());
      if (serializer_.done()) return text_;
      text_.reserve(text_.capacity() + 1);
    }
  }

  void decode(std::string_view bytes, Tree& tree) {
    std::destroy_at(&tree.value);
    tree.resource.release();
    parser_.reset(&tree.resource);
    parser_.write(bytes);
    std::construct_at(&tree.value, parser_.release());
  }

 private:
  static json::parse_options options() {
    json::parse_options options;
    options.numbers = json::number_precision::precise;  // as serbench's codecs
    options.allow_invalid_utf8 = !checks_utf8;
    return options;
  }

  json::parser parser_{json::storage_ptr(), options()};
  json::serializer serializer_;
  json::string text_ = json::string(512, ' ');
};
