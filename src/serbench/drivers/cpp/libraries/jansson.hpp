// Jansson's values.
#pragma once

#include <jansson.h>

#include <algorithm>
#include <utility>

#include "serbench/c_dom.hpp"
#include "serbench/dom_codec.hpp"

namespace serbench {

struct Jansson {
  using Dom = Jansson;
  using Node = OwnedNode<json_t, json_decref>;
  using Value = const json_t*;

  Node null() { return Node(json_null()); }
  Node boolean(bool value) { return Node(json_boolean(value)); }
  Node integer(std::int64_t value) { return Node(made(json_integer(value))); }
  Node natural(std::uint64_t value) {
    if (!std::in_range<std::int64_t>(value)) throw CannotHold("no integer is above 2^63 - 1");
    return integer(static_cast<std::int64_t>(value));
  }
  Node number(double value) {
    json_t* node = json_real(value);
    if (node == nullptr) throw CannotHold("JSON has no number for NaN and infinities");
    return Node(node);
  }
  Node text(std::string_view value) { return Node(made(json_stringn(value.data(), value.size()))); }
  Node list(std::size_t) { return Node(made(json_array())); }
  void append(Node& list, Node&& item) { json_array_append_new(list.get(), item.release()); }
  Node object(std::size_t) { return Node(made(json_object())); }
  void add(Node& object, std::string_view name, Node&& item) {
    if (name.find('\0') != name.npos) throw CannotHold("no key holds the character NUL");
    json_object_setn_new(object.get(), name.data(), name.size(), item.release());
  }

  Value look(const Node& node) { return node.get(); }
  // Into the buffer, whose room it says if that is too small.
  void write(const Node& node, Buffer& out) {
    constexpr std::size_t flags = JSON_COMPACT | JSON_ENCODE_ANY;
    std::size_t room = std::max<std::size_t>(out.capacity(), 4096), size = 0;
    while ((size = json_dumpb(node.get(), reinterpret_cast<char*>(out.reserve(room)), room,
                              flags)) > room)
      room = size;
    if (size == 0) throw std::runtime_error("Jansson cannot write the value");
    out.commit(size);
  }
  Node parse(std::span<const std::byte> in) {
    json_error_t error;
    constexpr std::size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_t* node = json_loadb(reinterpret_cast<const char*>(in.data()), in.size(), flags, &error);
    if (node == nullptr) throw std::runtime_error(error.text);
    return Node(node);
  }

  static bool is_null(Value value) { return json_is_null(value); }
  static JsonShape shape(Value value) {
    using enum JsonShape;
    constexpr JsonShape shapes[] = {object, array, string, number, number, boolean, boolean, null};
    return shapes[json_typeof(value)];
  }
  static bool boolean(Value value) {
    require(json_is_boolean(value));
    return json_is_true(value);
  }
  template <class Integer>
  static Integer integer(Value value) {
    require(json_is_integer(value) && std::in_range<Integer>(json_integer_value(value)));
    return static_cast<Integer>(json_integer_value(value));
  }
  static double number(Value value) {
    require(json_is_number(value));
    return json_number_value(value);
  }
  static std::string_view text(Value value) {
    require(json_is_string(value));
    return {json_string_value(value), json_string_length(value)};
  }
  static std::size_t size(Value value) { return json_array_size(value); }
  static void for_each_item(Value value, auto&& f) {
    require(json_is_array(value));
    for (std::size_t i = 0; i < json_array_size(value); ++i) f(json_array_get(value, i));
  }
  static void for_each_member(Value value, auto&& f) {
    require(json_is_object(value));
    auto* object = const_cast<json_t*>(value);
    for (void* at = json_object_iter(object); at != nullptr; at = json_object_iter_next(object, at))
      f(std::string_view(json_object_iter_key(at), json_object_iter_key_len(at)),
        Value(json_object_iter_value(at)));
  }
};

}  // namespace serbench
