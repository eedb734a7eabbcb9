// json-c's values, of which null is a null pointer.
#pragma once

#include <json-c/json.h>

#include <cmath>
#include <memory>
#include <utility>

#include "serbench/c_dom.hpp"
#include "serbench/dom_codec.hpp"

namespace serbench {

struct JsonC {
  using Dom = JsonC;
  using Node = OwnedNode<json_object, json_object_put>;
  using Value = json_object*;

  Node null() { return Node(); }
  Node boolean(bool value) { return Node(made(json_object_new_boolean(value))); }
  Node integer(std::int64_t value) { return Node(made(json_object_new_int64(value))); }
  Node natural(std::uint64_t value) { return Node(made(json_object_new_uint64(value))); }
  Node number(double value) {
    if (!std::isfinite(value)) throw CannotHold("JSON has no number for NaN and infinities");
    return Node(made(json_object_new_double(value)));
  }
  Node text(std::string_view value) {
    return Node(made(json_object_new_string_len(value.data(), static_cast<int>(value.size()))));
  }
  Node list(std::size_t count) {
    return Node(made(json_object_new_array_ext(static_cast<int>(count))));
  }
  void append(Node& list, Node&& item) { json_object_array_add(list.get(), item.release()); }
  Node object(std::size_t) { return Node(made(json_object_new_object())); }
  // Keys are copied, and end at a zero byte.
  void add(Node& object, std::string_view name, Node&& item) {
    if (name.find('\0') != name.npos) throw CannotHold("no key holds the character NUL");
    key_ = name;
    json_object_object_add(object.get(), key_.c_str(), item.release());
  }

  Value look(const Node& node) { return node.get(); }
  // The text lies in the node, and is gone with it.
  void write(const Node& node, Buffer& out) {
    std::size_t size = 0;
    const char* text = json_object_to_json_string_length(node.get(), JSON_C_TO_STRING_PLAIN, &size);
    out.append(made(text), size);
  }
  Node parse(std::span<const std::byte> in) {
    json_tokener_reset(tokener_.get());
    Node node(json_tokener_parse_ex(tokener_.get(), reinterpret_cast<const char*>(in.data()),
                                    static_cast<int>(in.size())));
    const json_tokener_error error = json_tokener_get_error(tokener_.get());
    if (error != json_tokener_success) throw std::runtime_error(json_tokener_error_desc(error));
    return node;
  }

  static bool is_null(Value value) { return value == nullptr; }
  static JsonShape shape(Value value) {
    using enum JsonShape;
    constexpr JsonShape shapes[] = {null, boolean, number, number, object, array, string};
    return shapes[json_object_get_type(value)];
  }
  static bool boolean(Value value) {
    require(json_object_is_type(value, json_type_boolean));
    return json_object_get_boolean(value);
  }
  template <class Integer>
  static Integer integer(Value value) {
    require(json_object_is_type(value, json_type_int));
    const std::int64_t number = json_object_get_int64(value);
    if constexpr (std::same_as<Integer, std::uint64_t>) {
      require(number >= 0);
      return json_object_get_uint64(value);
    } else {
      // What is above 2^63 - 1 becomes that.
      require(number < 0 || json_object_get_uint64(value) == static_cast<std::uint64_t>(number));
      require(std::in_range<Integer>(number));
      return static_cast<Integer>(number);
    }
  }
  static double number(Value value) {
    require(json_object_is_type(value, json_type_double) ||
            json_object_is_type(value, json_type_int));
    return json_object_get_double(value);
  }
  static std::string_view text(Value value) {
    require(json_object_is_type(value, json_type_string));
    return {json_object_get_string(value),
            static_cast<std::size_t>(json_object_get_string_len(value))};
  }
  static std::size_t size(Value value) {
    require(json_object_is_type(value, json_type_array));
    return json_object_array_length(value);
  }
  static void for_each_item(Value value, auto&& f) {
    const std::size_t count = size(value);
    for (std::size_t i = 0; i < count; ++i) f(json_object_array_get_idx(value, i));
  }
  static void for_each_member(Value value, auto&& f) {
    require(json_object_is_type(value, json_type_object));
    json_object_object_foreach(value, name, item) f(std::string_view(name), item);
  }

 private:
  // The default stops at 32 values in one another.
  std::unique_ptr<json_tokener, FreedBy<json_tokener_free>> tokener_{
      made(json_tokener_new_ex(10000))};
  std::string key_;
};

}  // namespace serbench
