// yyjson's documents: made value by value, read without a copy of what is in them.
#pragma once

#include <yyjson.h>

#include <cstdlib>
#include <memory>
#include <utility>

#include "serbench/c_dom.hpp"
#include "serbench/dom_codec.hpp"

namespace serbench {

using MutableDocument = OwnedNode<yyjson_mut_doc, yyjson_mut_doc_free>;
using Document = OwnedNode<yyjson_doc, yyjson_doc_free>;

namespace yyjson {

// Names and texts stay where they are, since the plain value outlives the document.
struct Maker {
  using Node = yyjson_mut_val*;

  Node null() { return made(yyjson_mut_null(document)); }
  Node boolean(bool value) { return made(yyjson_mut_bool(document, value)); }
  Node integer(std::int64_t value) { return made(yyjson_mut_sint(document, value)); }
  Node natural(std::uint64_t value) { return made(yyjson_mut_uint(document, value)); }
  Node number(double value) { return made(yyjson_mut_real(document, value)); }
  Node text(std::string_view value) {
    return made(
        yyjson_mut_strn(document, value.data() != nullptr ? value.data() : "", value.size()));
  }
  Node copied_text(std::string_view value) {
    return made(yyjson_mut_strncpy(document, value.data(), value.size()));
  }
  Node bytes(const Bytes& value) {
    std::string base64;
    base64_encode(value, base64);
    return copied_text(base64);
  }
  Node list(std::size_t) { return made(yyjson_mut_arr(document)); }
  void append(Node list, Node item) { yyjson_mut_arr_append(list, item); }
  Node object(std::size_t) { return made(yyjson_mut_obj(document)); }
  void add(Node object, std::string_view name, Node item) {
    yyjson_mut_obj_add(object, text(name), item);
  }

  yyjson_mut_doc* document;
};

struct Looks {
  using Value = yyjson_val*;

  static bool is_null(Value value) { return yyjson_is_null(value); }
  static JsonShape shape(Value value) {
    if (yyjson_is_bool(value)) return JsonShape::boolean;
    if (yyjson_is_num(value)) return JsonShape::number;
    if (yyjson_is_str(value)) return JsonShape::string;
    if (yyjson_is_null(value)) return JsonShape::null;
    return yyjson_is_arr(value) ? JsonShape::array : JsonShape::object;
  }
  static bool boolean(Value value) {
    require(yyjson_is_bool(value));
    return yyjson_get_bool(value);
  }
  template <class Integer>
  static Integer integer(Value value) {
    if (yyjson_is_uint(value)) {
      require(std::in_range<Integer>(yyjson_get_uint(value)));
      return static_cast<Integer>(yyjson_get_uint(value));
    }
    require(yyjson_is_sint(value) && std::in_range<Integer>(yyjson_get_sint(value)));
    return static_cast<Integer>(yyjson_get_sint(value));
  }
  static double number(Value value) {
    require(yyjson_is_num(value));
    return yyjson_get_num(value);
  }
  static std::string_view text(Value value) {
    require(yyjson_is_str(value));
    return {yyjson_get_str(value), yyjson_get_len(value)};
  }
  static std::size_t size(Value value) {
    require(yyjson_is_arr(value));
    return yyjson_arr_size(value);
  }
  static void for_each_item(Value value, auto&& f) {
    yyjson_arr_iter items;
    require(yyjson_arr_iter_init(value, &items));
    while (Value item = yyjson_arr_iter_next(&items)) f(item);
  }
  static void for_each_member(Value value, auto&& f) {
    yyjson_obj_iter members;
    require(yyjson_obj_iter_init(value, &members));
    while (Value name = yyjson_obj_iter_next(&members)) {
      f(text(name), yyjson_obj_iter_get_val(name));
    }
  }
};

inline Document parse(std::span<const std::byte> in) {
  yyjson_read_err error{};
  auto* text = const_cast<char*>(reinterpret_cast<const char*>(in.data()));  // only read
  Document document(yyjson_read_opts(text, in.size(), YYJSON_READ_NOFLAG, nullptr, &error));
  if (!document) throw std::runtime_error(error.msg);
  return document;
}

}  // namespace yyjson

}  // namespace serbench
