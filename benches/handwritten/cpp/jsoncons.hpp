// https://github.com/danielaparker/json_benchmarks: values are parsed to a new one, and dumped.
#pragma once

#include "dom.hpp"
#include "libraries/jsoncons.hpp"

using Json = jsoncons::json;

template <class Format, auto write, auto parse>
struct JsonCons : Tree<serbench::jsoncons_json::Library<Format>> {
  using Base = Tree<serbench::jsoncons_json::Library<Format>>;

  std::string_view encode(const typename Base::Value& value) {
    bytes_.clear();
    write(value.root, bytes_);
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  void decode(std::string_view bytes, typename Base::Value& value) { value.root = parse(bytes); }

 private:
  typename Format::Storage bytes_;
};

struct Text {
  using Storage = std::string;
  static constexpr bool has_bytes = false, is_bson = false, has_u64 = true;
};
struct Binary {
  using Storage = std::vector<std::uint8_t>;
  static constexpr bool has_bytes = true, is_bson = false, has_u64 = true;
};
