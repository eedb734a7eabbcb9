// cJSON's values, of which all numbers are doubles.
#pragma once

#include <cjson/cJSON.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libraries/c_dom.hpp"
#include "serbench/dom_codec.hpp"

namespace serbench {

struct CJson {
  using Dom = CJson;
  using Node = OwnedNode<cJSON, cJSON_Delete>;
  using Value = const cJSON*;

  Node null() { return Node(made(cJSON_CreateNull())); }
  Node boolean(bool value) { return Node(made(cJSON_CreateBool(value))); }
  Node integer(std::int64_t value) {
    if (value < -most || value > most) throw CannotHold("no integer is beyond 2^53");
    return Node(made(cJSON_CreateNumber(static_cast<double>(value))));
  }
  Node natural(std::uint64_t value) {
    return integer(static_cast<std::int64_t>(std::min<std::uint64_t>(value, INT64_MAX)));
  }
  Node number(double value) {
    if (!std::isfinite(value)) throw CannotHold("JSON has no number for NaN and infinities");
    return Node(made(cJSON_CreateNumber(value)));
  }
  Node text(std::string_view value) { return Node(made(cJSON_CreateString(terminated(value)))); }
  Node list(std::size_t) { return Node(made(cJSON_CreateArray())); }
  void append(Node& list, Node&& item) { cJSON_AddItemToArray(list.get(), item.release()); }
  Node object(std::size_t) { return Node(made(cJSON_CreateObject())); }
  void add(Node& object, std::string_view name, Node&& item) {
    cJSON_AddItemToObject(object.get(), terminated(name), item.release());
  }

  Value look(const Node& node) { return node.get(); }
  // It cannot say how much room it needs.
  void write(const Node& node, Buffer& out) {
    for (std::size_t room = std::max<std::size_t>(out.capacity(), 4096);; room *= 2) {
      char* text = reinterpret_cast<char*>(out.reserve(room));
      if (cJSON_PrintPreallocated(node.get(), text, static_cast<int>(room), false)) {
        return out.commit(std::strlen(text));
      }
      if (room > INT_MAX / 2) throw std::runtime_error("cJSON cannot write the value");
    }
  }
  Node parse(std::span<const std::byte> in) {
    const char* text = reinterpret_cast<const char*>(in.data());
    Node node(cJSON_ParseWithLengthOpts(text, in.size() + 1, nullptr, true));
    if (!node) throw std::runtime_error("cJSON cannot parse the text");
    return node;
  }

  static bool is_null(Value value) { return cJSON_IsNull(value); }
  static JsonShape shape(Value value) {
    if (cJSON_IsBool(value)) return JsonShape::boolean;
    if (cJSON_IsNumber(value)) return JsonShape::number;
    if (cJSON_IsString(value)) return JsonShape::string;
    if (cJSON_IsNull(value)) return JsonShape::null;
    return cJSON_IsArray(value) ? JsonShape::array : JsonShape::object;
  }
  static bool boolean(Value value) {
    require(cJSON_IsBool(value));
    return cJSON_IsTrue(value);
  }
  template <class Integer>
  static Integer integer(Value value) {
    const double double_value = number(value);
    require(std::abs(double_value) <= static_cast<double>(most));
    const auto whole = static_cast<std::int64_t>(double_value);
    require(static_cast<double>(whole) == double_value && std::in_range<Integer>(whole));
    return static_cast<Integer>(whole);
  }
  static double number(Value value) {
    require(cJSON_IsNumber(value));
    return value->valuedouble;
  }
  static std::string_view text(Value value) {
    require(cJSON_IsString(value));
    return value->valuestring;
  }
  static std::size_t size(Value value) {
    require(cJSON_IsArray(value));
    return static_cast<std::size_t>(cJSON_GetArraySize(value));
  }
  static void for_each_item(Value value, auto&& f) {
    require(cJSON_IsArray(value));
    for (Value item = value->child; item != nullptr; item = item->next) f(item);
  }
  static void for_each_member(Value value, auto&& f) {
    require(cJSON_IsObject(value));
    for (Value item = value->child; item != nullptr; item = item->next) {
      f(std::string_view(item->string), item);
    }
  }

 private:
  static constexpr std::int64_t most = std::int64_t{1} << 53;

  const char* terminated(std::string_view text) {
    if (text.find('\0') != text.npos) throw CannotHold("no text holds the character NUL");
    text_ = text;
    return text_.c_str();
  }

  std::string text_;
};

}  // namespace serbench
