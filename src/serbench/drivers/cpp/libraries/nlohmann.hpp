// nlohmann's values in each of its formats: a `Format` writes and reads them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "serbench/dom_codec.hpp"
#include "serbench/explain.hpp"

namespace serbench::nlohmann_json {

using Json = nlohmann::json;

inline void require(bool fits) {
  if (!fits) throw std::runtime_error("a value is of another type than the schema says");
}

struct Looks {
  using Value = Json;

  static bool is_null(const Value& value) { return value.is_null(); }
  static JsonShape shape(const Value& value) {
    if (value.is_boolean()) return JsonShape::boolean;
    if (value.is_number()) return JsonShape::number;
    if (value.is_string() || value.is_binary()) return JsonShape::string;
    if (value.is_null()) return JsonShape::null;
    return value.is_array() ? JsonShape::array : JsonShape::object;
  }
  static bool boolean(const Value& value) { return value.get_ref<const bool&>(); }
  template <class Integer>
  static Integer integer(const Value& value) {
    require(value.is_number_integer());
    if (value.is_number_unsigned()) {
      const auto number = value.get_ref<const std::uint64_t&>();
      require(std::in_range<Integer>(number));
      return static_cast<Integer>(number);
    }
    const auto number = value.get_ref<const std::int64_t&>();
    require(std::in_range<Integer>(number));
    return static_cast<Integer>(number);
  }
  static double number(const Value& value) { return value.get<double>(); }
  static std::string_view text(const Value& value) { return value.get_ref<const std::string&>(); }
  static std::size_t size(const Value& value) {
    return value.get_ref<const Json::array_t&>().size();
  }
  static void for_each_item(const Value& value, auto&& f) {
    for (const Value& item : value.get_ref<const Json::array_t&>()) f(item);
  }
  static void for_each_member(const Value& value, auto&& f) {
    for (const auto& [name, item] : value.get_ref<const Json::object_t&>()) f(name, item);
  }
};

struct LooksAtBytes : Looks {
  static void bytes(const Value& value, Bytes& to) { to = value.get_binary(); }
  static BytesView bytes(const Value& value) {
    const Json::binary_t& bytes = value.get_binary();
    return {bytes.data(), bytes.size()};
  }
};

template <class Format>
struct Library {
  using Dom = std::conditional_t<Format::has_bytes, LooksAtBytes, Looks>;
  using Node = Json;

  Node null() { return nullptr; }
  Node boolean(bool value) { return value; }
  Node integer(std::int64_t value) { return value; }
  Node natural(std::uint64_t value) {
    if constexpr (Format::is_bson) {
      // The library writes a BSON timestamp, which no other takes for a number.
      if (!std::in_range<std::int64_t>(value)) throw CannotHold("no integer is above 2^63 - 1");
    }
    return value;
  }
  Node number(double value) { return value; }
  Node text(std::string_view value) { return value; }
  Node bytes(const Bytes& value) requires Format::has_bytes { return Json::binary(value); }
  Node bytes(BytesView value) requires Format::has_bytes {
    return Json::binary(Bytes(value.begin(), value.end()));
  }
  Node list(std::size_t count) {
    Node list(Json::value_t::array);
    list.get_ref<Json::array_t&>().reserve(count);
    return list;
  }
  void append(Node& list, Node&& item) { list.push_back(std::move(item)); }
  Node object(std::size_t) { return Json::value_t::object; }
  void add(Node& object, std::string_view name, Node&& item) {
    if constexpr (Format::is_bson) {
      if (name.find('\0') != name.npos) throw CannotHold("the character NUL ends a name");
    }
    object.emplace(name, std::move(item));
  }

  const Json& look(const Node& node) { return node; }
  void write(const Node& node, Buffer&) {
    bytes_.clear();
    Format::write(node, bytes_);
  }
  std::span<const std::byte> storage() const { return std::as_bytes(std::span(bytes_)); }
  Node parse(std::span<const std::byte> in) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(in.data());
    return Format::parse(begin, begin + in.size());
  }

 private:
  typename Format::Storage bytes_;
};

template <class Format>
struct Codec : DomCodec<Library<Format>> {
  // Where a format has no number for them, the library writes null.
  static std::string explain(const Root& value) {
    return !Format::has_non_finite && has_non_finite(value) ? "NaN and infinities" : "";
  }
};

}  // namespace serbench::nlohmann_json
