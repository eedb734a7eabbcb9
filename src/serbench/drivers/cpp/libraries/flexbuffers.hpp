// FlexBuffers of plain values, and how they are looked at.
#pragma once

#include <flatbuffers/flexbuffers.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "serbench/codec.hpp"
#include "serbench/json_dom.hpp"

namespace serbench::flex {

template <class T>
void put(flexbuffers::Builder& out, const T& value);

// Keys end at a zero byte, which `name` is followed by.
template <class T>
void put_member(flexbuffers::Builder& out, std::string_view name, const T& value) {
  if (name.find('\0') != name.npos) throw CannotHold("no key holds the character NUL");
  out.Key(name.data(), name.size());
  put(out, value);
}

template <class T>
void put(flexbuffers::Builder& out, const T& value) {
  if constexpr (Converted<T>) {
    with_written(value, [&](const auto& written) { put(out, written); });
  } else if constexpr (std::same_as<T, bool>) {
    out.Bool(value);
  } else if constexpr (std::same_as<T, float>) {
    out.Float(value);
  } else if constexpr (std::same_as<T, double>) {
    out.Double(value);
  } else if constexpr (std::signed_integral<T>) {
    out.Int(value);
  } else if constexpr (std::unsigned_integral<T>) {
    out.UInt(value);
  } else if constexpr (String<T>) {
    out.String(value.data(), value.size());
  } else if constexpr (ByteString<T>) {
    out.Blob(value.data(), value.size());
  } else if constexpr (Enum<T>) {
    const std::string_view name = wire_names<T>.at(static_cast<std::size_t>(value));
    out.String(name.data(), name.size());
  } else if constexpr (Union<T>) {
    std::visit([&](const auto& variant) { put(out, variant); }, value);
  } else if constexpr (Optional<T>) {
    value ? put(out, *value) : out.Null();
  } else if constexpr (Described<T>) {
    const std::size_t start = out.StartMap();
    for_each_present(
        value, [&](std::string_view name, const auto& member) { put_member(out, name, member); });
    out.EndMap(start);
  } else if constexpr (Map<T>) {
    const std::size_t start = out.StartMap();
    for (const auto& [key, item] : value) put_member(out, key, item);
    out.EndMap(start);
  } else {
    const std::size_t start = out.StartVector();
    for (const typename T::value_type& item : value) put(out, item);
    out.EndVector(start, false, false);
  }
}

struct Looks {
  using Value = flexbuffers::Reference;

  static void require(bool fits) {
    if (!fits) throw std::runtime_error("a value is of another type than the schema says");
  }
  static bool is_null(const Value& value) { return value.IsNull(); }
  static JsonShape shape(const Value& value) {
    if (value.IsBool()) return JsonShape::boolean;
    if (value.IsNumeric()) return JsonShape::number;
    if (value.IsString() || value.IsBlob()) return JsonShape::string;
    if (value.IsNull()) return JsonShape::null;
    return value.IsMap() ? JsonShape::object : JsonShape::array;
  }
  static bool boolean(const Value& value) {
    require(value.IsBool());
    return value.AsBool();
  }
  template <class Integer>
  static Integer integer(const Value& value) {
    if (value.IsUInt()) {
      require(std::in_range<Integer>(value.AsUInt64()));
      return static_cast<Integer>(value.AsUInt64());
    }
    require(value.IsInt() && std::in_range<Integer>(value.AsInt64()));
    return static_cast<Integer>(value.AsInt64());
  }
  static double number(const Value& value) {
    require(value.IsNumeric());
    return value.AsDouble();
  }
  static std::string_view text(const Value& value) {
    require(value.IsString());
    const flexbuffers::String text = value.AsString();
    return {text.c_str(), text.length()};
  }
  static void bytes(const Value& value, Bytes& to) {
    require(value.IsBlob());
    const flexbuffers::Blob blob = value.AsBlob();
    to.assign(blob.data(), blob.data() + blob.size());
  }
  static BytesView bytes(const Value& value) {
    require(value.IsBlob());
    const flexbuffers::Blob blob = value.AsBlob();
    return {blob.data(), blob.size()};
  }
  static std::size_t size(const Value& value) {
    require(value.IsVector() && !value.IsMap());
    return value.AsVector().size();
  }
  static void for_each_item(const Value& value, auto&& f) {
    require(value.IsVector() && !value.IsMap());
    const flexbuffers::Vector items = value.AsVector();
    for (std::size_t i = 0; i < items.size(); ++i) f(items[i]);
  }
  // Keys are sorted.
  static void for_each_member(const Value& value, auto&& f) {
    require(value.IsMap());
    const flexbuffers::Map map = value.AsMap();
    const flexbuffers::TypedVector keys = map.Keys();
    const flexbuffers::Vector values = map.Values();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      f(std::string_view(keys[i].AsKey()), values[i]);
    }
  }
};

}  // namespace serbench::flex
