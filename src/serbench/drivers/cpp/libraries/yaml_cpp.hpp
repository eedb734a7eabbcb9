// YAML of described types by yaml-cpp: its emitter writes, its nodes are looked at.
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "serbench/codec.hpp"
#include "serbench/json_dom.hpp"

namespace serbench::yaml_cpp {

// Of text without quotes, readers without a schema would take `true` and `12` for other types.
inline void quoted(YAML::Emitter& to, const std::string& text) {
  to << YAML::DoubleQuoted << text;
}

template <class T>
void put(YAML::Emitter& to, const T& value) {
  if constexpr (Converted<T>) {
    with_written(value, [&](std::string_view text) { quoted(to, std::string(text)); });
  } else if constexpr (std::same_as<T, bool> || std::is_floating_point_v<T>) {
    to << value;
  } else if constexpr (std::signed_integral<T>) {
    to << std::int64_t{value};  // 8 bits are a character to the emitter
  } else if constexpr (std::unsigned_integral<T>) {
    to << std::uint64_t{value};
  } else if constexpr (std::same_as<T, std::string>) {
    quoted(to, value);
  } else if constexpr (std::same_as<T, Bytes>) {
    std::string text;
    base64_encode(value, text);
    quoted(to, text);
  } else if constexpr (Enum<T>) {
    quoted(to, std::string(wire_names<T>.at(static_cast<std::size_t>(value))));
  } else if constexpr (Optional<T>) {
    value.has_value() ? put(to, *value) : void(to << YAML::Null);
  } else if constexpr (Described<T> || Map<T>) {
    to << YAML::BeginMap;
    const auto member = [&](std::string_view name, const auto& item) {
      to << YAML::Key;
      quoted(to, std::string(name));
      to << YAML::Value;
      put(to, item);
    };
    if constexpr (Described<T>) {
      for_each_present(value, member);
    } else {
      for (const auto& [key, item] : value) member(key, item);
    }
    to << YAML::EndMap;
  } else {
    to << YAML::BeginSeq;
    for (const typename T::value_type& item : value) put(to, item);
    to << YAML::EndSeq;
  }
}

// How JsonTree looks at nodes.
struct Looks {
  using Value = YAML::Node;

  static bool is_null(const Value& node) { return node.IsNull(); }
  static bool boolean(const Value& node) { return node.as<bool>(); }
  template <class Integer>
  static Integer integer(const Value& node) {
    using Wide = std::conditional_t<std::is_signed_v<Integer>, std::int64_t, std::uint64_t>;
    const Wide number = node.as<Wide>();
    if (!std::in_range<Integer>(number)) throw std::runtime_error("an integer is beyond its type");
    return static_cast<Integer>(number);
  }
  static double number(const Value& node) { return node.as<double>(); }
  static std::string_view text(const Value& node) {
    if (!node.IsScalar()) throw std::runtime_error("where a text should be is none");
    return node.Scalar();
  }
  static std::size_t size(const Value& node) {
    if (!node.IsSequence()) throw std::runtime_error("where a list should be is none");
    return node.size();
  }
  static void for_each_item(const Value& node, auto&& f) {
    for (const auto& item : node) f(item);
  }
  static void for_each_member(const Value& node, auto&& f) {
    if (!node.IsMap()) throw std::runtime_error("where a map should be is none");
    for (const auto& member : node) f(text(member.first), member.second);
  }
};

// The emitter puts U+FFFD in place of what Unicode calls no character: U+FDD0 to U+FDEF, and the last
// two of each plane.
inline bool has_noncharacter(std::string_view text) {
  for (std::size_t at = text.find_first_of("\xEF\xF0\xF1\xF2\xF3\xF4"); at < text.size();
       at = text.find_first_of("\xEF\xF0\xF1\xF2\xF3\xF4", at + 1)) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    if (byte(0) == 0xEF && byte(1) == 0xB7 && byte(2) >= 0x90 && byte(2) <= 0xAF) return true;
    const std::size_t last = byte(0) == 0xEF ? 2 : 3;
    if ((byte(last - 2) & 0xF) == 0xF && byte(last - 1) == 0xBF && byte(last) >= 0xBE) return true;
  }
  return false;
}

}  // namespace serbench::yaml_cpp
