// https://github.com/nlohmann/json/blob/v3.12.0/tests/benchmarks/src/benchmarks.cpp: a new value is
// parsed each time, and new text or bytes are returned.
#pragma once

#include "direct.hpp"
#include "libraries/nlohmann.hpp"

using serbench::Root;
using Json = nlohmann::json;

template <class Format, auto dump, auto parse>
struct Nlohmann {
  using Value = Json;

  void fill(const Root& record, Json& value) {
    serbench::nlohmann_json::Library<Format> library;
    value = serbench::make_tree(library, record);
  }
  void take(const Json& value, Root& record) {
    using Dom = typename serbench::nlohmann_json::Library<Format>::Dom;
    serbench::JsonTree<Dom>::get(value, record);
  }

  std::string_view encode(const Json& value) {
    bytes_ = dump(value);
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  void decode(std::string_view bytes, Json& value) { value = parse(bytes); }

 private:
  decltype(dump(Json())) bytes_;
};

struct Text {
  using Storage = std::string;
  static constexpr bool has_bytes = false, is_bson = false;
};
struct Binary {
  using Storage = std::vector<std::uint8_t>;
  static constexpr bool has_bytes = true, is_bson = false;
};
