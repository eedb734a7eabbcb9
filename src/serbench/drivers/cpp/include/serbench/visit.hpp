// What leaves add to a visit sum, as docs/protocol.md defines it.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace serbench {

template <class T>
concept Leaf = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Integers with their sign extended, enums by the number of their symbol, floats by their bits.
template <Leaf T>
std::uint64_t leaf_sum(T leaf) {
  if constexpr (std::same_as<T, float>) {
    return std::bit_cast<std::uint32_t>(leaf);
  } else if constexpr (std::same_as<T, double>) {
    return std::bit_cast<std::uint64_t>(leaf);
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

}  // namespace serbench
