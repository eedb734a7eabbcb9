// XML of described types by way of pugixml's tree. A field that is there is an element of its name;
// if XML allows no such name, an element `field` with the attribute `name`. An element `item` holds
// one of a list, an element `entry` with the attribute `key` one of a map. Null in a list or map has
// the attribute `nil`.
#pragma once

#include <array>
#include <cstdint>
#include <pugixml.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "serbench/base64.hpp"
#include "serbench/describe.hpp"
#include "serbench/fields.hpp"
#include "serbench/json_type.hpp"
#include "serbench/visit.hpp"

namespace serbench::xml {

using Node = pugi::xml_node;

// Of those of XML the plainest.
constexpr bool is_xml_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (name.empty() || !is_letter(name.front())) return false;
  for (const char c : name) {
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '-' && c != '.') return false;
  }
  return true;
}

inline Node add(Node parent, std::string_view name) {
  if (is_xml_name(name)) return parent.append_child(name.data());
  Node node = parent.append_child("field");
  node.append_attribute("name").set_value(name.data());
  return node;
}

template <class T>
void put(const T& value, Node node) {
  if constexpr (Converted<T>) {
    with_written(value, [&](std::string_view text) { node.text().set(text.data(), text.size()); });
  } else if constexpr (std::is_arithmetic_v<T>) {
    node.text().set(value);
  } else if constexpr (std::same_as<T, std::string>) {
    node.text().set(value.c_str());
  } else if constexpr (std::same_as<T, Bytes>) {
    std::string text;
    base64_encode(value, text);
    node.text().set(text.c_str());
  } else if constexpr (Enum<T>) {
    node.text().set(wire_names<T>.at(static_cast<std::size_t>(value)).data());
  } else if constexpr (Optional<T>) {
    value ? put(*value, node) : void(node.append_attribute("nil").set_value(true));
  } else if constexpr (Described<T>) {
    for_each_field(value, [&]<class M>(std::string_view name, const M& member) {
      if constexpr (Optional<M>) {
        if (member) put(*member, add(node, name));
      } else {
        put(member, add(node, name));
      }
    });
  } else if constexpr (Map<T>) {
    for (const auto& [key, item] : value) {
      Node entry = node.append_child("entry");
      entry.append_attribute("key").set_value(key.c_str());
      put(item, entry);
    }
  } else {
    for (const typename T::value_type& item : value) put(item, node.append_child("item"));
  }
}

inline void require(bool fits) {
  if (!fits) throw std::runtime_error("an element is not what the schema says");
}

inline std::string_view text(Node node) {
  return node.child_value();
}

template <class T>
T number(Node node) {
  if constexpr (std::same_as<T, bool>) {
    return node.text().as_bool();
  } else if constexpr (std::same_as<T, float>) {
    return node.text().as_float();
  } else if constexpr (std::same_as<T, double>) {
    return node.text().as_double();
  } else if constexpr (std::is_signed_v<T>) {
    const long long number = node.text().as_llong();
    require(std::in_range<T>(number));
    return static_cast<T>(number);
  } else {
    const unsigned long long number = node.text().as_ullong();
    require(std::in_range<T>(number));
    return static_cast<T>(number);
  }
}

// Calls f(i, node) for each field of a record, its place as a constant.
template <Described T, class F>
void for_each_field_of(Node record, F&& f) {
  FieldsByName<T> fields;
  for (Node node : record.children()) {
    const pugi::xml_attribute name = node.attribute("name");
    fields.with(name ? name.value() : node.name(), [&](auto i) { f(i, node); });
  }
  fields.require_all();
}

template <class T>
void get(Node node, T& value) {
  if constexpr (Converted<T>) {
    set_written(value, text(node));
  } else if constexpr (std::is_arithmetic_v<T>) {
    value = number<T>(node);
  } else if constexpr (std::same_as<T, std::string>) {
    value = text(node);
  } else if constexpr (std::same_as<T, Bytes>) {
    require(base64_decode(text(node), value));
  } else if constexpr (Enum<T>) {
    const std::uint32_t number = name_table<T>.find(text(node));
    require(number != NameTable::none);
    value = static_cast<T>(number);
  } else if constexpr (Optional<T>) {
    if (!node.attribute("nil")) get(node, value.emplace());
  } else if constexpr (Described<T>) {
    for_each_field_of<T>(node, [&](auto i, Node field) { get(field, value.*member_of<T, i>); });
  } else if constexpr (Map<T>) {
    for (Node entry : node.children()) {
      get(entry, value.try_emplace(value.end(), entry.attribute("key").value())->second);
    }
  } else {
    for (Node child : node.children()) {
      ItemOf<T> item{};
      get(child, item);
      append(value, std::move(item));
    }
  }
}

// The visit sum of an element that stands for a T.
template <class T>
std::uint64_t sum(Node node) {
  if constexpr (Converted<T>) {
    return written_sum<T>(text(node));
  } else if constexpr (Leaf<T>) {
    T leaf{};
    get(node, leaf);
    return leaf_sum(leaf);
  } else if constexpr (std::same_as<T, std::string>) {
    return text_sum(text(node));
  } else if constexpr (std::same_as<T, Bytes>) {
    Bytes bytes;
    get(node, bytes);
    return text_sum(bytes);
  } else if constexpr (Optional<T>) {
    return node.attribute("nil") ? 0 : 1 + sum<typename T::value_type>(node);
  } else if constexpr (Described<T>) {
    std::uint64_t total = 0;
    for_each_field_of<T>(node, [&](auto i, Node field) { total += sum<field_type<T, i>>(field); });
    return total;
  } else {
    std::uint64_t total = 0;
    for (Node child : node.children()) {
      ++total;
      if constexpr (Map<T>) {
        total += text_sum(std::string_view(child.attribute("key").value())) +
                 sum<typename T::mapped_type>(child);
      } else {
        total += sum<typename T::value_type>(child);
      }
    }
    return total;
  }
}

}  // namespace serbench::xml
