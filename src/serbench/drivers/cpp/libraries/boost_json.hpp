// Boost.JSON's values: parsed into memory that is kept from one to the next, made from plain
// values, looked at by JsonTree.
#pragma once

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_stack.hpp>
#include <charconv>
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

// What boost::json::parser does, but for doubles: 1.81 gets the last digits of long ones wrong
// (later versions have parse_options::numbers for that), so their text is read again.
struct Handler {
  using error_code = json::error_code;
  using string_view = json::string_view;
  static constexpr std::size_t max_object_size = json::object::max_size();
  static constexpr std::size_t max_array_size = json::array::max_size();
  static constexpr std::size_t max_key_size = json::string::max_size();
  static constexpr std::size_t max_string_size = json::string::max_size();

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) { return true; }
  bool on_object_end(std::size_t n, error_code&) { return stack.push_object(n), true; }
  bool on_array_begin(error_code&) { return true; }
  bool on_array_end(std::size_t n, error_code&) { return stack.push_array(n), true; }
  bool on_key_part(string_view s, std::size_t, error_code&) { return stack.push_chars(s), true; }
  bool on_key(string_view s, std::size_t, error_code&) { return stack.push_key(s), true; }
  bool on_string_part(string_view s, std::size_t, error_code&) { return stack.push_chars(s), true; }
  bool on_string(string_view s, std::size_t, error_code&) { return stack.push_string(s), true; }
  bool on_number_part(string_view, error_code&) { return true; }
  bool on_int64(std::int64_t i, string_view, error_code&) { return stack.push_int64(i), true; }
  bool on_uint64(std::uint64_t u, string_view, error_code&) { return stack.push_uint64(u), true; }
  bool on_double(double number, string_view text, error_code&) {
    std::from_chars(text.data(), text.data() + text.size(), number);
    return stack.push_double(number), true;
  }
  bool on_bool(bool b, error_code&) { return stack.push_bool(b), true; }
  bool on_null(error_code&) { return stack.push_null(), true; }
  bool on_comment_part(string_view, error_code&) { return true; }
  bool on_comment(string_view, error_code&) { return true; }

  json::value_stack stack;
};

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
  void parse(std::span<const std::byte> text, Tree& tree) {
    json::error_code error;
    parser_.reset();
    parser_.handler().stack.reset(tree.fresh(text.size()));
    const std::size_t read =
        parser_.write_some(false, reinterpret_cast<const char*>(text.data()), text.size(), error);
    if (error) throw std::runtime_error(error.message());
    if (read != text.size()) throw std::runtime_error("text is left after the value");
    tree.emplace(parser_.handler().stack.release());
  }

 private:
  static json::parse_options deep() {
    json::parse_options options;
    options.max_depth = 1000;  // 32 unless told
    return options;
  }

  json::basic_parser<Handler> parser_{deep()};
};

// `to` is null. `scratch` is for bytes, which become base64.
template <class T>
void put(const T& from, json::value& to, std::string& scratch) {
  if constexpr (std::is_arithmetic_v<T>) {
    to = from;
  } else if constexpr (std::same_as<T, std::string>) {
    to.emplace_string().assign(from);
  } else if constexpr (std::same_as<T, Bytes>) {
    base64_encode(from, scratch);
    to.emplace_string().assign(scratch);
  } else if constexpr (Enum<T>) {
    to.emplace_string().assign(wire_names<T>.at(static_cast<std::size_t>(from)));
  } else if constexpr (Optional<T>) {
    if (from) put(*from, to, scratch);
  } else if constexpr (Described<T>) {
    json::object& object = to.emplace_object();
    object.reserve(wire_names<T>.size());
    for_each_field(from, [&](std::string_view name, const auto& member) {
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
