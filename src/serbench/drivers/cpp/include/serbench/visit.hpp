// What leaves add to a visit sum, as docs/protocol.md defines it.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "serbench/describe.hpp"

namespace serbench {

template <class T>
concept Leaf = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Of NaN those of the quiet one, whatever its own are. By the bits, since a compiler that may take
// all numbers for finite would drop `value != value`.
inline std::uint32_t float_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return bits << 1 > 0xff000000u ? 0x7fc00000u : bits;
}

inline std::uint64_t float_bits(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return bits << 1 > 0xffe0000000000000u ? 0x7ff8000000000000u : bits;
}

// Integers with their sign extended, enums by the number of their symbol, floats by their bits.
template <Leaf T>
std::uint64_t leaf_sum(T leaf) {
  if constexpr (std::is_floating_point_v<T>) {
    return float_bits(leaf);
  } else {
    return static_cast<std::uint64_t>(leaf);
  }
}

// Strings, bytes and the keys of maps.
template <class T>
std::uint64_t text_sum(const T& text) {
  if (text.empty()) return 0;
  return text.size() + static_cast<unsigned char>(text.front()) +
         static_cast<unsigned char>(text.back());
}

// A value of a logical type as the integer or text that it is lowered to.
template <Logical T>
std::uint64_t logical_sum(const T& value) {
  if constexpr (LogicalType<T>::lowered_is_text) {
    const auto text = LogicalType<T>::text(value);
    return text_sum(std::string_view(text));
  } else {
    return leaf_sum(LogicalType<T>::count(value));
  }
}
// The same of what is written in its place.
template <Converted T>
std::uint64_t written_sum(WrittenFor<T> written) {
  constexpr WrittenAs lowered =
      LogicalType<T>::lowered_is_text ? WrittenAs::text : WrittenAs::count;
  if constexpr (written_as<T> != lowered) {
    T value{};
    set_written(value, written);
    return logical_sum(value);
  } else if constexpr (lowered == WrittenAs::text) {
    return text_sum(written);
  } else {
    return leaf_sum(written);
  }
}

// Of anything that a plain value or a view is made of.
template <class T>
std::uint64_t visit_sum_of(const T& value) {
  if constexpr (Leaf<T>) {
    return leaf_sum(value);
  } else if constexpr (String<T> || ByteString<T>) {
    return text_sum(value);
  } else if constexpr (Logical<T>) {
    return logical_sum(value);
  } else if constexpr (Union<T>) {
    return value.index() + std::visit([](const auto& v) { return visit_sum_of(v); }, value);
  } else if constexpr (Optional<T>) {
    return value ? 1 + visit_sum_of(*value) : 0;
  } else if constexpr (Described<T>) {
    std::uint64_t total = 0;
    for_each_field(value,
                   [&](std::string_view, const auto& member) { total += visit_sum_of(member); });
    return total;
  } else if constexpr (AnyMap<T>) {
    std::uint64_t total = value.size();
    for (const auto& [key, item] : value) total += visit_sum_of(key) + visit_sum_of(item);
    return total;
  } else {
    static_assert(List<T>);
    std::uint64_t total = value.size();
    for (const typename T::value_type& item : value) total += visit_sum_of(item);
    return total;
  }
}

}  // namespace serbench
