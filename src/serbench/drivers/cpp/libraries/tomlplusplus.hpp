// Described types as toml++'s tables, and how these are looked at. What is absent is left out.
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "serbench/codec.hpp"
#include "serbench/json_dom.hpp"

namespace serbench::toml_tree {

template <class T>
void put_fields(const T& value, toml::table& table);

// Makes a node of a table or of an array.
struct InTable {
  toml::table& table;
  std::string_view key;

  template <class Node>
  auto& add(auto&&... value) const {
    const auto [place, is_new] = table.emplace<Node>(key, std::forward<decltype(value)>(value)...);
    return *place->second.template as<Node>();
  }
};
struct InArray {
  toml::array& array;

  template <class Node>
  auto& add(auto&&... value) const {
    return array.emplace_back<Node>(std::forward<decltype(value)>(value)...);
  }
};

template <class T>
void put(const T& value, const auto& place) {
  if constexpr (Converted<T>) {
    with_written(value, [&](std::string_view text) { place.template add<std::string>(text); });
  } else if constexpr (std::same_as<T, bool>) {
    place.template add<bool>(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    place.template add<double>(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!std::in_range<std::int64_t>(value)) throw CannotHold("no integer is above 2^63 - 1");
    place.template add<std::int64_t>(static_cast<std::int64_t>(value));
  } else if constexpr (std::same_as<T, std::string>) {
    place.template add<std::string>(value);
  } else if constexpr (std::same_as<T, Bytes>) {
    std::string text;
    base64_encode(value, text);
    place.template add<std::string>(std::move(text));
  } else if constexpr (Enum<T>) {
    place.template add<std::string>(wire_names<T>.at(static_cast<std::size_t>(value)));
  } else if constexpr (Optional<T>) {
    if (value) put(*value, place);
  } else if constexpr (Described<T> || Map<T>) {
    put_fields(value, place.template add<toml::table>());
  } else {
    toml::array& list = place.template add<toml::array>();
    list.reserve(value.size());
    for (const typename T::value_type& item : value) put(item, InArray{list});
  }
}

template <class T>
void put_fields(const T& value, toml::table& table) {
  if constexpr (Described<T>) {
    for_each_field(value, [&](std::string_view name, const auto& member) {
      put(member, InTable{table, name});
    });
  } else {
    for (const auto& [key, item] : value) put(item, InTable{table, key});
  }
}

// How JsonTree looks at nodes.
struct Looks {
  using Value = toml::node;

  template <class Node>
  static const auto& as(const Value& node) {
    const auto* found = node.as<Node>();
    if (found == nullptr) throw std::runtime_error("a value is of another type than it should be");
    return *found;
  }

  static bool is_null(const Value&) { return false; }
  static bool boolean(const Value& node) { return as<bool>(node).get(); }
  template <class Integer>
  static Integer integer(const Value& node) {
    const std::int64_t number = as<std::int64_t>(node).get();
    if (!std::in_range<Integer>(number)) throw std::runtime_error("an integer is beyond its type");
    return static_cast<Integer>(number);
  }
  static double number(const Value& node) {
    if (const auto* integer = node.as_integer()) return static_cast<double>(integer->get());
    return as<double>(node).get();
  }
  static std::string_view text(const Value& node) { return as<std::string>(node).get(); }
  static std::size_t size(const Value& node) { return as<toml::array>(node).size(); }
  static void for_each_item(const Value& node, auto&& f) {
    for (const toml::node& item : as<toml::array>(node)) f(item);
  }
  static void for_each_member(const Value& node, auto&& f) {
    for (const auto& [key, item] : as<toml::table>(node)) f(key.str(), item);
  }
};

}  // namespace serbench::toml_tree
