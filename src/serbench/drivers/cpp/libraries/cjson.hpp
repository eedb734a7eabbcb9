// cJSON's values, of which all numbers are doubles.
#pragma once

#include <cjson/cJSON.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "serbench/c_dom.hpp"
#include "serbench/dom_codec.hpp"
#include "serbench/locate.hpp"

namespace serbench {

struct CJson {
  using Dom = CJson;
  using Node = OwnedNode<cJSON, cJSON_Delete>;
  using Value = const cJSON*;

  Node null() { return Node(made(cJSON_CreateNull())); }
  Node boolean(bool value) { return Node(made(cJSON_CreateBool(value))); }
  Node integer(std::int64_t value) {
    if (value < -most_written || value > most_written) {
      throw CannotHold("integers beyond 2^52 are written with 15 digits");
    }
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
    require(std::abs(double_value) <= most_read);
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
  static constexpr std::int64_t most_written = std::int64_t{1} << 52;
  static constexpr double most_read = 0x1p53 - 1;  // 2^53 may be what was 2^53 + 1

  const char* terminated(std::string_view text) {
    if (text.find('\0') != text.npos) throw CannotHold("no text holds the character NUL");
    text_ = text;
    return text_.c_str();
  }

  std::string text_;
};

struct CJsonCodec : DomCodec<CJson> {
  // A number is written with 15 digits if what they say differs from it by no more than one part in
  // 2^52, which another double may do.
  static std::string explain(const Root& value) {
    const std::string path = locate(value, [](const auto& part) { return needs_digits(part); });
    return path.empty() ? "" : path + ": a double that needs more than 15 digits";
  }

 private:
  template <class T>
  static bool needs_digits(const T& part) {
    if constexpr (std::same_as<T, double>) {
      std::array<char, 32> text{};
      std::snprintf(text.data(), text.size(), "%.15g", part);
      return std::strtod(text.data(), nullptr) != part;
    }
    return false;
  }
};

}  // namespace serbench
