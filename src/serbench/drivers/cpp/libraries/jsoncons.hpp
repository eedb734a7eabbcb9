// jsoncons' values in each of its formats: a `Format` writes and reads them.
#pragma once

#include <cmath>
#include <cstdint>
#include <jsoncons/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "serbench/dom_codec.hpp"
#include "serbench/explain.hpp"
#include "serbench/locate.hpp"

namespace serbench::jsoncons_json {

using Json = jsoncons::json;

inline void require(bool fits) {
  if (!fits) throw std::runtime_error("a value is of another type than the schema says");
}

struct Looks {
  using Value = Json;

  static bool is_null(const Value& value) { return value.is_null(); }
  static JsonShape shape(const Value& value) {
    if (value.is_bool()) return JsonShape::boolean;
    if (value.is_number()) return JsonShape::number;
    if (value.is_string() || value.is_byte_string()) return JsonShape::string;
    if (value.is_null()) return JsonShape::null;
    return value.is_array() ? JsonShape::array : JsonShape::object;
  }
  static bool boolean(const Value& value) {
    require(value.is_bool());
    return value.as_bool();
  }
  template <class Integer>
  static Integer integer(const Value& value) {
    require(value.is<Integer>());
    return value.as<Integer>();
  }
  static double number(const Value& value) {
    require(value.is_number());
    return value.as_double();
  }
  static std::string_view text(const Value& value) {
    require(value.is_string());
    return value.as_string_view();
  }
  // Logical types that a format has a tag for: integers of any size, and times.
  static void logical(const Value& value, auto& to) {
    using T = std::remove_cvref_t<decltype(to)>;
    if constexpr (requires { to.time_since_epoch(); }) {
      LogicalType<T>::from_count(integer<std::int64_t>(value), to);
    } else if (value.is_string()) {
      LogicalType<T>::from_text(value.as_string_view(), to);
    } else {  // JSON's number of 64 bits
      require(value.is_int64() || value.is_uint64());
      LogicalType<T>::from_text(value.as<std::string>(), to);
    }
  }
  static std::size_t size(const Value& value) {
    require(value.is_array());
    return value.size();
  }
  static void for_each_item(const Value& value, auto&& f) {
    require(value.is_array());
    for (const Value& item : value.array_range()) f(item);
  }
  static void for_each_member(const Value& value, auto&& f) {
    require(value.is_object());
    for (const auto& member : value.object_range()) {
      f(std::string_view(member.key()), member.value());
    }
  }
};

struct LooksAtBytes : Looks {
  static void bytes(const Value& value, Bytes& to) {
    require(value.is_byte_string());
    const auto view = value.as_byte_string_view();
    to.assign(view.begin(), view.end());
  }
  static BytesView bytes(const Value& value) {
    require(value.is_byte_string());
    const auto view = value.as_byte_string_view();
    return {view.data(), view.size()};
  }
};

template <class Format>
struct Library {
  using Dom = std::conditional_t<Format::has_bytes, LooksAtBytes, Looks>;
  using Node = Json;

  Node null() { return Json::null(); }
  Node boolean(bool value) { return Json(value); }
  Node integer(std::int64_t value) { return Json(value); }
  Node natural(std::uint64_t value) {
    if constexpr (!Format::has_u64) {
      if (!std::in_range<std::int64_t>(value)) throw CannotHold("no integer is above 2^63 - 1");
    }
    return Json(value);
  }
  Node number(double value) { return Json(value); }
  Node text(std::string_view value) { return Json(value); }
  Node bytes(const Bytes& value) requires Format::has_bytes {
    return Json(jsoncons::byte_string_arg, value);
  }
  Node bytes(BytesView value) requires Format::has_bytes {
    return Json(jsoncons::byte_string_arg, value);
  }
  Node logical(const auto& value) {
    using T = std::remove_cvref_t<decltype(value)>;
    if constexpr (requires { value.time_since_epoch(); }) {
      constexpr bool is_seconds = T::period::den == 1;
      return Json(
          std::int64_t{value.time_since_epoch().count()},
          is_seconds ? jsoncons::semantic_tag::epoch_second : jsoncons::semantic_tag::epoch_milli);
    } else {
      return Json(LogicalType<T>::text(value), jsoncons::semantic_tag::bigint);
    }
  }
  Node list(std::size_t count) {
    Node list(jsoncons::json_array_arg);
    list.reserve(count);
    return list;
  }
  void append(Node& list, Node&& item) { list.push_back(std::move(item)); }
  Node object(std::size_t count) {
    Node object(jsoncons::json_object_arg);
    object.reserve(count);
    return object;
  }
  void add(Node& object, std::string_view name, Node&& item) {
    if constexpr (Format::is_bson) {
      if (name.find('\0') != name.npos) throw CannotHold("the character NUL ends a name");
    }
    object.try_emplace(name, std::move(item));
  }

  const Json& look(const Node& node) { return node; }
  void write(const Node& node, Buffer&) {
    bytes_.clear();
    Format::write(node, bytes_);
  }
  std::span<const std::byte> storage() const { return std::as_bytes(std::span(bytes_)); }
  Node parse(std::span<const std::byte> in) {
    return Format::parse(std::span(
        reinterpret_cast<const typename Format::Storage::value_type*>(in.data()), in.size()));
  }

 private:
  typename Format::Storage bytes_;
};

template <class Format>
struct Codec : DomCodec<Library<Format>> {
  // In JSON, the library writes null for what has no number, and loses the sign of zero.
  static std::string explain(const Root& value) {
    if constexpr (Format::has_non_finite) {
      return "";
    } else {
      if (has_non_finite(value)) return "NaN and infinities";
      const std::string path = locate(value, [](const auto& part) { return is_minus_zero(part); });
      return path.empty() ? "" : path + ": -0.0 becomes 0.0";
    }
  }

 private:
  template <class T>
  static bool is_minus_zero(const T& part) {
    if constexpr (std::is_floating_point_v<T>) return part == 0 && std::signbit(part);
    return false;
  }
};

}  // namespace serbench::jsoncons_json
