// Boost.JSON's values: parsed into memory that is kept from one to the next, made from plain
// values, looked at by JsonTree.
#pragma once

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parser.hpp>
#include <boost/json/value.hpp>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "serbench/base64.hpp"
#include "serbench/describe.hpp"

namespace serbench::boost_json {

namespace json = boost::json;

inline void require(bool fits) {
  if (!fits) throw std::runtime_error("a JSON value is of another type than the schema says");
}

// A value in a monotonic_resource over memory of its own, which is kept.
class Tree {
 public:
  // Where a new value may lie, in place of the last, with room for that much text.
  json::storage_ptr fresh(std::size_t text_size) {
    value_.reset();
    resource_.reset();
    const std::size_t size = least_size + 2 * text_size;
    if (size > size_) {
      memory_ = std::make_unique_for_overwrite<unsigned char[]>(size);
      size_ = size;
    }
    return &resource_.emplace(memory_.get(), size_);
  }
  json::value& emplace(json::value value) { return value_.emplace(std::move(value)); }
  const json::value& value() const { return *value_; }

 private:
  static constexpr std::size_t least_size = 16 * 1024;

  std::unique_ptr<unsigned char[]> memory_;
  std::size_t size_ = 0;
  std::optional<json::monotonic_resource> resource_;
  std::optional<json::value> value_;
};

// One parser for all values, as its page advises.
class Parser {
 public:
  explicit Parser(bool checks_utf8 = true) : parser_(json::storage_ptr(), options(checks_utf8)) {}

  void parse(std::span<const std::byte> text, Tree& tree) {
    parser_.reset(tree.fresh(text.size()));
    parser_.write(reinterpret_cast<const char*>(text.data()), text.size());
    tree.emplace(parser_.release());
  }

 private:
  static json::parse_options options(bool checks_utf8) {
    json::parse_options options;
    options.max_depth = 1000;  // 32 unless told
    options.allow_invalid_utf8 = !checks_utf8;
    // Unless told, the last digits of long doubles are wrong.
    options.numbers = json::number_precision::precise;
    return options;
  }

  json::parser parser_;
};

// `to` is null. `scratch` is for bytes, which become base64.
template <class T>
void put(const T& from, json::value& to, std::string& scratch) {
  if constexpr (Converted<T>) {
    with_written(from, [&](const auto& written) { put(written, to, scratch); });
  } else if constexpr (std::is_arithmetic_v<T>) {
    to = from;
  } else if constexpr (String<T>) {
    to.emplace_string().assign(from);
  } else if constexpr (std::same_as<T, Bytes>) {
    base64_encode(from, scratch);
    to.emplace_string().assign(scratch);
  } else if constexpr (Enum<T>) {
    to.emplace_string().assign(wire_names<T>.at(static_cast<std::size_t>(from)));
  } else if constexpr (Union<T>) {
    std::visit([&](const auto& variant) { put(variant, to, scratch); }, from);
  } else if constexpr (Optional<T>) {
    if (from) put(*from, to, scratch);
  } else if constexpr (Described<T>) {
    json::object& object = to.emplace_object();
    object.reserve(wire_names<T>.size());
    for_each_present(from, [&](std::string_view name, const auto& member) {
      put(member, object.emplace(name, nullptr).first->value(), scratch);
    });
  } else if constexpr (Map<T>) {
    json::object& object = to.emplace_object();
    object.reserve(from.size());
    for (const auto& [key, item] : from) {
      put(item, object.emplace(key, nullptr).first->value(), scratch);
    }
  } else {
    json::array& array = to.emplace_array();
    array.reserve(from.size());
    for (const typename T::value_type& item : from) {
      put(item, array.emplace_back(nullptr), scratch);
    }
  }
}

struct Dom {
  using Value = json::value;

  static bool is_null(const Value& value) { return value.is_null(); }
  static JsonShape shape(const Value& value) {
    if (value.is_bool()) return JsonShape::boolean;
    if (value.is_number()) return JsonShape::number;
    if (value.is_string()) return JsonShape::string;
    if (value.is_null()) return JsonShape::null;
    return value.is_array() ? JsonShape::array : JsonShape::object;
  }
  static bool boolean(const Value& value) { return value.as_bool(); }
  template <class Integer>
  static Integer integer(const Value& value) {
    return value.to_number<Integer>();  // throws if it does not fit
  }
  static double number(const Value& value) {
    if (const double* number = value.if_double()) return *number;
    if (const std::int64_t* number = value.if_int64()) return static_cast<double>(*number);
    return static_cast<double>(value.as_uint64());
  }
  static std::string_view text(const Value& value) { return value.as_string(); }
  static std::size_t size(const Value& value) { return value.as_array().size(); }
  static void for_each_item(const Value& value, auto&& f) {
    for (const Value& item : value.as_array()) f(item);
  }
  static void for_each_member(const Value& value, auto&& f) {
    for (const json::key_value_pair& member : value.as_object()) f(member.key(), member.value());
  }
};

}  // namespace serbench::boost_json
