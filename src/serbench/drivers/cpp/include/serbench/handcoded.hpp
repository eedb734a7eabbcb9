// What one writes by hand when nothing else is fast enough: fields in schema order, little-endian
// and of fixed width, with 32-bit lengths. Encoding measures the value once and then only stores.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "serbench/bytes.hpp"
#include "serbench/describe.hpp"

namespace serbench::handcoded {

using Length = std::uint32_t;
inline constexpr int depth_limit = 1000;

template <class T>
concept Number = std::is_arithmetic_v<T> || Enum<T>;
template <class T>
concept Text = std::same_as<T, std::string> || std::same_as<T, Bytes>;
// A list whose items lie in memory as they do in the encoded bytes.
template <class T>
concept Block = List<T> && std::is_arithmetic_v<typename T::value_type> &&
    !std::same_as<typename T::value_type, bool>;

template <class T>
std::size_t size_of(const T& value) {
  if constexpr (Number<T>) {
    return sizeof value;
  } else if constexpr (Text<T>) {
    return sizeof(Length) + value.size();
  } else if constexpr (Optional<T>) {
    return 1 + (value ? size_of(*value) : 0);
  } else if constexpr (Described<T>) {
    std::size_t total = 0;
    for_each_field(value, [&](std::string_view, const auto& member) { total += size_of(member); });
    return total;
  } else if constexpr (Map<T>) {
    std::size_t total = sizeof(Length);
    for (const auto& [key, item] : value) total += size_of(key) + size_of(item);
    return total;
  } else if constexpr (Number<typename T::value_type>) {
    return sizeof(Length) + value.size() * sizeof(typename T::value_type);
  } else {
    std::size_t total = sizeof(Length);
    for (const auto& item : value) total += size_of(item);
    return total;
  }
}

template <class T>
std::byte* put(std::byte* to, const T& value) {
  if constexpr (Number<T>) {
    return store(to, value);
  } else if constexpr (Text<T>) {
    return store_bytes(store(to, static_cast<Length>(value.size())), value.data(), value.size());
  } else if constexpr (Optional<T>) {
    to = store(to, value.has_value());
    return value ? put(to, *value) : to;
  } else if constexpr (Described<T>) {
    for_each_field(value, [&](std::string_view, const auto& member) { to = put(to, member); });
    return to;
  } else if constexpr (Map<T>) {
    to = store(to, static_cast<Length>(value.size()));
    for (const auto& [key, item] : value) to = put(put(to, key), item);
    return to;
  } else if constexpr (Block<T>) {
    to = store(to, static_cast<Length>(value.size()));
    return store_bytes(to, value.data(), value.size() * sizeof(typename T::value_type));
  } else {
    to = store(to, static_cast<Length>(value.size()));
    for (const typename T::value_type& item : value) to = put(to, item);
    return to;
  }
}

// The fewest bytes an item takes, so that a wrong length is refused before memory is asked for.
template <class T>
constexpr std::size_t least_size() {
  if constexpr (Number<T>) {
    return sizeof(T);
  } else if constexpr (Optional<T>) {
    return 1;
  } else if constexpr (Described<T>) {
    std::size_t total = 0;
    for_each_field_type<T>([&]<class M>(std::type_identity<M>) { total += least_size<M>(); });
    return total;
  } else {
    return sizeof(Length);
  }
}

template <class T>
Length get_length(Input& in) {
  const auto length = in.load<Length>();
  if (length * least_size<T>() > in.left()) throw std::runtime_error("a length beyond the bytes");
  return length;
}

template <class T>
void get(Input& in, T& value, int depth) {
  if constexpr (std::same_as<T, bool>) {
    value = in.load<std::uint8_t>() != 0;
  } else if constexpr (Number<T>) {
    value = in.load<T>();
    if constexpr (Enum<T>) {
      if (static_cast<std::uint32_t>(value) >= wire_names<T>.size())
        throw std::runtime_error("no symbol");
    }
  } else if constexpr (Text<T>) {
    const auto length = in.load<Length>();
    const auto* bytes = reinterpret_cast<const typename T::value_type*>(in.take(length));
    value.assign(bytes, bytes + length);
  } else if constexpr (Optional<T>) {
    if (in.load<std::uint8_t>() != 0) get(in, value.emplace(), depth);
  } else if constexpr (Described<T>) {
    if (depth == depth_limit) throw std::runtime_error("records lie too deep in one another");
    for_each_field(value, [&](std::string_view, auto& member) { get(in, member, depth + 1); });
  } else if constexpr (Map<T>) {
    for (auto left = get_length<std::string>(in); left != 0; --left) {
      std::string key;
      get(in, key, depth);
      get(in, value.try_emplace(value.end(), std::move(key))->second, depth);
    }
  } else if constexpr (Block<T>) {
    const std::size_t length = get_length<typename T::value_type>(in);
    const auto* bytes = in.take(length * sizeof(typename T::value_type));
    value.resize(length);
    if (length != 0) std::memcpy(value.data(), bytes, length * sizeof(typename T::value_type));
  } else if constexpr (std::same_as<T, std::vector<bool>>) {
    value.resize(get_length<bool>(in));
    for (auto item : value) item = in.load<std::uint8_t>() != 0;
  } else {
    value.resize(get_length<typename T::value_type>(in));
    for (auto& item : value) get(in, item, depth);
  }
}

}  // namespace serbench::handcoded
