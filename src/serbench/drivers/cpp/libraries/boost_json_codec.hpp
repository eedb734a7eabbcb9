// A codec of Boost.JSON's values.
#pragma once

#include <boost/json/serializer.hpp>
#include <span>
#include <string>

#include "libraries/boost_json.hpp"
#include "serbench/codec.hpp"
#include "serbench/explain.hpp"
#include "serbench/json_dom.hpp"

namespace serbench::boost_json {

struct Codec {
  explicit Codec(bool checks_utf8 = true) : parser_(checks_utf8) {}

  using Input = Tree;
  using Output = Tree;

  void populate(const Root& value, Input& in) {
    put(value, in.emplace(json::value(in.fresh(0))), scratch_);
  }

  void encode(const Input& in, Buffer& out) {
    constexpr std::size_t least_room = 1024;
    serializer_.reset(&in.value());
    while (!serializer_.done()) {
      char* room = reinterpret_cast<char*>(out.reserve(least_room));
      out.commit(serializer_.read(room, out.capacity() - out.size()).size());
    }
  }

  void decode(std::span<const std::byte> in, Output& out) { parser_.parse(in, out); }

  void convert(const Output& out, Root& value) { JsonTree<Dom>::get(out.value(), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    parser_.parse(in, tree_);
    return JsonTree<Dom>::sum<Root>(tree_.value(), bytes_);
  }

  // It writes null for NaN, and 1e99999 for infinity, which is read back as such.
  static std::string explain(const Root& value) { return has_nan(value) ? "NaN" : ""; }

 private:
  json::serializer serializer_;
  Parser parser_;
  Tree tree_;
  std::string scratch_;
  Bytes bytes_;
};

}  // namespace serbench::boost_json
