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

// What a value is in JSON, event by event. `scratch` is for bytes, which become base64.
template <class T>
void write(Writer& out, const T& value, std::string& scratch) {
  const auto text = [&](std::string_view t) {
    out.String(t.data(), static_cast<rapidjson::SizeType>(t.size()));
  };
  if constexpr (std::same_as<T, bool>) {
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
    text(value);
  } else if constexpr (std::same_as<T, Bytes>) {
    base64_encode(value, scratch);
    text(scratch);
  } else if constexpr (Enum<T>) {
    text(wire_names<T>.at(static_cast<std::size_t>(value)));
  } else if constexpr (Union<T>) {
    std::visit([&](const auto& variant) { write(out, variant, scratch); }, value);
  } else if constexpr (Optional<T>) {
    value ? write(out, *value, scratch) : static_cast<void>(out.Null());
  } else if constexpr (Described<T>) {
    out.StartObject();
    for_each_field(value, [&](std::string_view name, const auto& member) {
      out.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
      write(out, member, scratch);
    });
    out.EndObject();
  } else if constexpr (Map<T>) {
    out.StartObject();
    for (const auto& [key, item] : value) {
      text(key);
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
    writer_.Reset(text_);
    rapidjson_sax::write(writer_, value, scratch_);
  }
  std::span<const std::byte> text() const {
    return std::as_bytes(std::span(text_.GetString(), text_.GetSize()));
  }

 private:
  rapidjson::StringBuffer text_;
  Writer writer_;
  std::string scratch_;
};

}  // namespace serbench::rapidjson_sax
