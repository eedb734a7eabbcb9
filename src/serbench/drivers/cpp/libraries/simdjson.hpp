// JSON of plain values by simdjson's builder, and read on demand: each value once, in the order in
// which the text has them.
#pragma once

#include <simdjson.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "serbench/base64.hpp"
#include "serbench/codec.hpp"
#include "serbench/fields.hpp"

namespace serbench::simd {

using Builder = simdjson::builder::string_builder;
using Document = simdjson::ondemand::document;
using Value = simdjson::ondemand::value;

// `scratch` is for bytes, which become base64.
template <class T>
void put(Builder& out, const T& value, std::string& scratch) {
  [[maybe_unused]] bool is_first = true;
  [[maybe_unused]] const auto separate = [&] {
    if (!std::exchange(is_first, false)) out.append_comma();
  };
  [[maybe_unused]] const auto add = [&](std::string_view name, const auto& item) {
    separate();
    out.escape_and_append_with_quotes(name);
    out.append_colon();
    put(out, item, scratch);
  };
  if constexpr (Converted<T>) {
    with_written(value, [&](std::string_view text) { out.escape_and_append_with_quotes(text); });
  } else if constexpr (std::same_as<T, bool>) {
    out.append(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    out.append(static_cast<double>(value));
  } else if constexpr (std::signed_integral<T>) {
    out.append(std::int64_t{value});
  } else if constexpr (std::unsigned_integral<T>) {
    out.append(std::uint64_t{value});
  } else if constexpr (std::same_as<T, std::string>) {
    out.escape_and_append_with_quotes(std::string_view(value));
  } else if constexpr (std::same_as<T, Bytes>) {
    base64_encode(value, scratch);
    out.escape_and_append_with_quotes(std::string_view(scratch));
  } else if constexpr (Enum<T>) {
    out.escape_and_append_with_quotes(wire_names<T>.at(static_cast<std::size_t>(value)));
  } else if constexpr (Union<T>) {
    std::visit([&](const auto& variant) { put(out, variant, scratch); }, value);
  } else if constexpr (Optional<T>) {
    value ? put(out, *value, scratch) : out.append_null();
  } else if constexpr (Described<T>) {
    out.start_object();
    for_each_present(value, add);
    out.end_object();
  } else if constexpr (Map<T>) {
    out.start_object();
    for (const auto& [key, item] : value) add(key, item);
    out.end_object();
  } else {
    out.start_array();
    for (const typename T::value_type& item : value) {
      separate();
      put(out, item, scratch);
    }
    out.end_array();
  }
}

inline JsonShape shape(Value& value) {
  using Type = simdjson::ondemand::json_type;
  switch (value.type().value()) {
    case Type::boolean:
      return JsonShape::boolean;
    case Type::number:
      return JsonShape::number;
    case Type::string:
      return JsonShape::string;
    case Type::array:
      return JsonShape::array;
    case Type::object:
      return JsonShape::object;
    default:
      return JsonShape::null;
  }
}

template <Leaf T>
T leaf(Value& from) {
  if constexpr (std::same_as<T, bool>) {
    return from.get_bool().value();
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(from.get_double().value());
  } else if constexpr (Enum<T>) {
    const std::uint32_t symbol = names_of<T>.find(from.get_string().value());
    if (symbol == NameTable::none) throw std::runtime_error("no symbol of its enum");
    return static_cast<T>(symbol);
  } else {
    const auto number = [&] {
      if constexpr (std::is_signed_v<T>)
        return from.get_int64().value();
      else
        return from.get_uint64().value();
    }();
    if (!std::in_range<T>(number)) throw std::runtime_error("a number is beyond its type");
    return static_cast<T>(number);
  }
}

template <Union T>
void with_its_shape(Value& from, auto&& f) {
  if (!with_shape<T>(shape(from), f)) throw std::runtime_error("no variant of its union");
}

template <class T>
void get(Value from, T& to) {
  if constexpr (Converted<T>) {
    set_written(to, from.get_string().value());
  } else if constexpr (Leaf<T>) {
    to = leaf<T>(from);
  } else if constexpr (std::same_as<T, std::string>) {
    to.assign(from.get_string().value());
  } else if constexpr (std::same_as<T, Bytes>) {
    if (!base64_decode(from.get_string().value(), to)) throw std::runtime_error("no base64");
  } else if constexpr (Union<T>) {
    with_its_shape<T>(from, [&](auto i) { get(from, to.template emplace<i>()); });
  } else if constexpr (MayBeAbsent<T>) {
    get(from, told(to.emplace()));
  } else if constexpr (Optional<T>) {
    if (!from.is_null().value()) get(from, to.emplace());
  } else if constexpr (Described<T>) {
    FieldsByName<T> fields;
    for (auto field : from.get_object().value()) {
      fields.with(field.unescaped_key().value(),
                  [&](auto i) { get(field.value().value(), to.*member_of<T, i>); });
    }
    fields.require_all();
  } else if constexpr (Map<T>) {
    for (auto field : from.get_object().value()) {
      std::string key(field.unescaped_key().value());
      get(field.value().value(), to.try_emplace(to.end(), std::move(key))->second);
    }
  } else {
    for (auto item : from.get_array().value()) {
      if constexpr (std::same_as<T, std::vector<bool>>) {
        to.push_back(item.get_bool().value());
      } else {
        add_item(to, [&](auto& made) { get(item.value(), made); });
      }
    }
  }
}

// The visit sum of what would be a T.
template <class T>
std::uint64_t sum(Value from) {
  std::uint64_t total = 0;
  if constexpr (Converted<T>) {
    total = written_sum<T>(from.get_string().value());
  } else if constexpr (Leaf<T>) {
    total = leaf_sum(leaf<T>(from));
  } else if constexpr (std::same_as<T, std::string>) {
    total = text_sum(from.get_string().value());
  } else if constexpr (std::same_as<T, Bytes>) {
    Bytes bytes;
    get(from, bytes);
    total = text_sum(bytes);
  } else if constexpr (Union<T>) {
    with_its_shape<T>(from,
                      [&](auto i) { total = i + sum<std::variant_alternative_t<i, T>>(from); });
  } else if constexpr (MayBeAbsent<T>) {
    total = 1 + sum<ToldOf<T>>(from);
  } else if constexpr (Optional<T>) {
    if (!from.is_null().value()) total = 1 + sum<typename T::value_type>(from);
  } else if constexpr (Described<T>) {
    FieldsByName<T> fields;
    for (auto field : from.get_object().value()) {
      fields.with(field.unescaped_key().value(),
                  [&](auto i) { total += sum<field_type<T, i>>(field.value().value()); });
    }
  } else if constexpr (Map<T>) {
    for (auto field : from.get_object().value()) {
      total += 1 + text_sum(field.unescaped_key().value());
      total += sum<typename T::mapped_type>(field.value().value());
    }
  } else {
    for (auto item : from.get_array().value()) {
      total += 1 + sum<typename T::value_type>(item.value());
    }
  }
  return total;
}

}  // namespace serbench::simd
