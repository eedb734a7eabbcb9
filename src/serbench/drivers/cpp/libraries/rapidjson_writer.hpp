// What RapidJSON's Writer is told of a value.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "serbench/base64.hpp"
#include "serbench/codec.hpp"
#include "serbench/rapidjson.hpp"

namespace serbench::rapidjson_sax {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

// How many leaves a value has, each optional there and each list or map with one item; many if it is
// deep, or may lie in itself.
template <class T>
constexpr std::size_t leaves(std::size_t depth = 6) {
  if (depth == 0) return 1000;
  std::size_t sum = 0;
  if constexpr (Union<T>) {
    [&]<class... V>(std::type_identity<std::variant<V...>>) {
      ((sum += leaves<V>(depth - 1)), ...);
    }(std::type_identity<T>());
  } else if constexpr (Described<T>) {
    for_each_field_type<T>([&]<class M>(std::type_identity<M>) { sum += leaves<M>(depth - 1); });
  } else if constexpr (Map<T>) {
    sum = leaves<typename T::mapped_type>(depth - 1);
  } else if constexpr (Optional<T> || List<T>) {
    sum = leaves<typename T::value_type>(depth - 1);
  } else {
    sum = 1;
  }
  return sum;
}

// A Writer keeps its place in memory, character by character, unless all that is called of it lies in
// one function: then it is in a register, and names are constants (`log` in half the time). Of many
// fields, or with each text checked to be UTF-8, that function would be longer than the processor's
// cache: there is one for all texts then.
inline constexpr bool is_one_function = leaves<Root>() <= 64;
inline constexpr bool has_texts_apart =
    !is_one_function ||
    (rapidjson::kWriteDefaultFlags & rapidjson::kWriteValidateEncodingFlag) != 0;

inline void put_text_here(Writer& out, std::string_view text) {
  if (!out.String(text.data(), static_cast<rapidjson::SizeType>(text.size()))) {
    throw CannotHold("JSON has no text that is not UTF-8");
  }
}
[[gnu::noinline]] inline void put_text_apart(Writer& out, std::string_view text) {
  put_text_here(out, text);
}

// A text or a key.
inline void put_text(Writer& out, std::string_view text) {
  has_texts_apart ? put_text_apart(out, text) : put_text_here(out, text);
}

// What a value is in JSON, event by event. `scratch` is for bytes, which become base64.
template <class T>
void write(Writer& out, const T& value, std::string& scratch) {
  if constexpr (Converted<T>) {
    with_written(value, [&](std::string_view text) { put_text(out, text); });
  } else if constexpr (std::same_as<T, bool>) {
    out.Bool(value);
  } else if constexpr (FitsInt32<T>) {
    out.Int(value);
  } else if constexpr (std::same_as<T, std::uint32_t>) {
    out.Uint(value);
  } else if constexpr (std::same_as<T, std::int64_t>) {
    out.Int64(value);
  } else if constexpr (std::same_as<T, std::uint64_t>) {
    out.Uint64(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!out.Double(value)) throw CannotHold("JSON has no number for NaN and infinities");
  } else if constexpr (std::same_as<T, std::string>) {
    put_text(out, value);
  } else if constexpr (std::same_as<T, Bytes>) {
    base64_encode(value, scratch);
    put_text(out, scratch);
  } else if constexpr (Enum<T>) {
    put_text(out, wire_names<T>.at(static_cast<std::size_t>(value)));
  } else if constexpr (Union<T>) {
    std::visit([&](const auto& variant) { write(out, variant, scratch); }, value);
  } else if constexpr (Optional<T>) {
    value ? write(out, *value, scratch) : static_cast<void>(out.Null());
  } else if constexpr (Described<T>) {
    out.StartObject();
    for_each_present(value, [&](std::string_view name, const auto& member) {
      put_text(out, name);
      write(out, member, scratch);
    });
    out.EndObject();
  } else if constexpr (Map<T>) {
    out.StartObject();
    for (const auto& [key, item] : value) {
      put_text(out, key);
      write(out, item, scratch);
    }
    out.EndObject();
  } else {
    out.StartArray();
    for (const typename T::value_type& item : value) write(out, item, scratch);
    out.EndArray();
  }
}

// A value as text, which stays in RapidJSON's buffer.
class TextWriter {
 public:
  void write(const Root& value) {
    text_.Clear();
    if constexpr (is_one_function) {
      write_flat(value);
    } else {
      write_deep(value);
    }
  }
  std::span<const std::byte> text() const {
    return std::as_bytes(std::span(text_.GetString(), text_.GetSize()));
  }

 private:
  [[gnu::flatten]] void write_flat(const Root& value) { write_deep(value); }
  void write_deep(const Root& value) {
    Writer writer(text_);
    rapidjson_sax::write(writer, value, scratch_);
  }

  rapidjson::StringBuffer text_;
  std::string scratch_;
};

}  // namespace serbench::rapidjson_sax
