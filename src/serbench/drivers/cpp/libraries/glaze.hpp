// How glaze reads and writes plain values. A codec defines before it includes this whether its format
// is JSON:
//   namespace serbench::glaze { inline constexpr bool is_json = true; }
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <glaze/core/common.hpp>
#include <glaze/core/context.hpp>
#include <glaze/core/opts.hpp>
#include <glaze/core/read.hpp>
#include <glaze/core/write.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "serbench/base64.hpp"
#include "serbench/codec.hpp"
#include "serbench/json_type.hpp"

namespace serbench::glaze {

template <class T>
constexpr bool has_symbols() {
  return is_json && !wire_names<T>.empty();
}
// The schema's enums, not the library's own.
template <class T>
concept OurEnum = Enum<T> && has_symbols<T>();
// The library escapes no symbols, writes an empty one as a number, and takes a compiler past its limits
// for more than these.
template <class T>
inline constexpr bool has_plain_symbols =
    wire_names<T>.size() <= 255 && std::ranges::none_of(wire_names<T>, [](auto symbol) {
      return symbol.empty() || std::ranges::any_of(symbol, [](char c) {
               return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ';
             });
    });
template <class T>
concept PlainEnum = OurEnum<T> && has_plain_symbols<T>;
// Written by name here, where the library would not read what it writes.
template <class T>
concept NamedEnum = OurEnum<T> && !has_plain_symbols<T>;

// What throws would end the program: glaze calls it where nothing may be thrown.
void attempt(auto& context, auto&& f) {
  try {
    f();
  } catch (const std::exception&) {
    context.error = glz::error_code::constraint_violated;
  }
}

// Bytes, which glaze takes for a list of numbers.
template <class T>
concept Base64 = is_json && std::same_as<T, Bytes>;

// What generated code writes in another type's place.
template <class T>
concept Ours = Converted<T> || Base64<T> || NamedEnum<T>;
template <Ours T>
struct Written {
  using type = std::string;
};
template <Converted T>
struct Written<T> {
  using type = OwnWritten<T>;
};

// Of a map with keys that the format has not: such a map is the list of its entries.
template <class Key, class Value>
struct Entry {
  Key key{};
  Value value{};
};

}  // namespace serbench::glaze

template <serbench::Described T>
requires(serbench::wire_names<T>.size() == 0) struct glz::meta<T> {
  static constexpr auto value = glz::object();
};

template <serbench::Described T>
requires(serbench::wire_names<T>.size() != 0) struct glz::meta<T> {
  static constexpr const auto& keys = serbench::wire_names<T>;
  static constexpr auto value = []<std::size_t... I>(std::index_sequence<I...>) {
    return glz::object(serbench::member_of<T, I>...).value;
  }
  (std::make_index_sequence<serbench::wire_names<T>.size()>());
};

template <serbench::glaze::PlainEnum T>
struct glz::meta<T> {
  static constexpr const auto& keys = serbench::wire_names<T>;
  static constexpr auto value = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array{static_cast<T>(I)...};
  }
  (std::make_index_sequence<serbench::wire_names<T>.size()>());
  using mimic = std::string;  // as a variant of a union
};

// The library asks for `mimic` where it is the key of a map.
template <serbench::glaze::Ours T>
struct glz::meta<T> {
  static constexpr bool custom_read = true;
  static constexpr bool custom_write = true;
  using mimic = serbench::glaze::Written<T>::type;
};

template <std::uint32_t format, serbench::glaze::Ours T>
struct glz::to<format, T> {
  template <auto options>
  static void op(const T& value, is_context auto&& context, auto&&... out) {
    const auto write = [&](const auto& written) {
      serialize<format>::template op<options>(written, context, out...);
    };
    if constexpr (serbench::glaze::NamedEnum<T>) {
      write(serbench::wire_names<T>.at(static_cast<std::size_t>(value)));
    } else {
      serbench::with_written(value, write);
    }
  }
};

template <std::uint32_t format, serbench::glaze::Ours T>
struct glz::from<format, T> {
  template <auto options>
  static void op(T& value, is_context auto&& context, auto&&... in) {
    if constexpr (serbench::glaze::NamedEnum<T>) {
      parse<format>::template op<options>(context.scratch, context, in...);
      const std::uint32_t number = serbench::name_table<T>.find(context.scratch);
      if (!bool(context.error) && number >= serbench::wire_names<T>.size()) {
        context.error = error_code::unexpected_enum;
      }
      value = static_cast<T>(number);
    } else {
      serbench::OwnWritten<T> written{};
      parse<format>::template op<options>(written, context, in...);
      if (bool(context.error)) return;
      serbench::glaze::attempt(context, [&] { serbench::set_written(value, written); });
    }
  }
};

// Bytes need their own specializations: in JSON, the compiler prefers the library's for lists to those
// above, which are for any format.
template <>
struct glz::to<glz::JSON, serbench::Bytes> {
  template <auto options>
  static void op(const serbench::Bytes& value, is_context auto&& context, auto&&... out) {
    serbench::base64_encode(value, context.scratch);
    serialize<JSON>::op<options>(std::string_view(context.scratch), context, out...);
  }
};

template <>
struct glz::from<glz::JSON, serbench::Bytes> {
  template <auto options>
  static void op(serbench::Bytes& value, is_context auto&& context, auto&&... in) {
    parse<JSON>::op<options>(context.scratch, context, in...);
    if (!bool(context.error) && !serbench::base64_decode(context.scratch, value)) {
      context.error = error_code::syntax_error;
    }
  }
};

template <class Key, class Value>
struct glz::meta<serbench::glaze::Entry<Key, Value>> {
  using T = serbench::glaze::Entry<Key, Value>;
  static constexpr auto value = glz::object("key", &T::key, "value", &T::value);
};

template <serbench::Entries T>
struct glz::meta<T> {
  static constexpr bool custom_read = true;
  static constexpr bool custom_write = true;
};

template <std::uint32_t format, serbench::Entries T>
struct glz::to<format, T> {
  template <auto options>
  static void op(const T& value, is_context auto&& context, auto&&... out) {
    std::vector<serbench::glaze::Entry<const typename T::key_type*, const typename T::mapped_type*>>
        entries;
    entries.reserve(value.size());
    for (const auto& [key, item] : value) entries.push_back({&key, &item});
    serialize<format>::template op<options>(entries, context, out...);
  }
};

template <std::uint32_t format, serbench::Entries T>
struct glz::from<format, T> {
  template <auto options>
  static void op(T& value, is_context auto&& context, auto&&... in) {
    std::vector<serbench::glaze::Entry<typename T::key_type, typename T::mapped_type>> entries;
    parse<format>::template op<options>(entries, context, in...);
    value.clear();
    for (auto& entry : entries) {
      serbench::append(value, {std::move(entry.key), std::move(entry.value)});
    }
  }
};

namespace serbench::glaze {

// One buffer serves all values, as the library advises.
template <auto writing, auto reading>
class Codec {
 public:
  void encode(const Root& value, Buffer&) {
    context_ = {};
    if (const auto error = glz::write<writing>(value, text_, context_)) {
      throw std::runtime_error(glz::format_error(error));
    }
  }
  std::span<const std::byte> storage() const { return std::as_bytes(std::span(text_)); }

  void decode(std::span<const std::byte> in, Root& out) {
    context_ = {};
    const std::string_view text(reinterpret_cast<const char*>(in.data()), in.size());
    if (const auto error = glz::read<reading>(out, text, context_)) {
      throw std::runtime_error(glz::format_error(error));
    }
  }

 private:
  std::string text_;
  glz::context context_;
};

}  // namespace serbench::glaze
