// Plain values in CDR, field after field, as the code does that fastddsgen generates. An optional value
// is a sequence of at most one: neither the library of version 1 nor its generator has @optional.
#pragma once

#include <fastcdr/Cdr.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "serbench/describe.hpp"
#include "serbench/symbol.hpp"

namespace serbench::fast_cdr {

using eprosima::fastcdr::Cdr;

// What a sequence of is a vector that the library takes as it is.
template <class T>
concept InSequences = std::is_arithmetic_v<T> || std::same_as<T, std::string>;

template <class T>
void put(Cdr& out, const T& value) {
  if constexpr (Converted<T>) {
    put(out, own_written(value));
  } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string> ||
                       std::same_as<T, Bytes>) {
    out << value;
  } else if constexpr (Enum<T>) {
    out << static_cast<std::uint32_t>(value);
  } else if constexpr (Union<T>) {
    out << static_cast<std::int32_t>(value.index());
    std::visit([&](const auto& variant) { put(out, variant); }, value);
  } else if constexpr (Optional<T>) {
    out << static_cast<std::int32_t>(value.has_value());
    if (value) put(out, *value);
  } else if constexpr (Described<T>) {
    for_each_field(value, [&](std::string_view, const auto& member) { put(out, member); });
  } else if constexpr (Map<T>) {
    out << static_cast<std::int32_t>(value.size());
    for (const auto& [key, item] : value) {
      out << key;
      put(out, item);
    }
  } else if constexpr (InSequences<typename T::value_type>) {
    out << static_cast<const std::vector<typename T::value_type>&>(value);
  } else {
    out << static_cast<std::int32_t>(value.size());
    for (const typename T::value_type& item : value) put(out, item);
  }
}

template <class T>
constexpr bool is_without_bytes() {
  if constexpr (Described<T>) return wire_names<T>.size() == 0;
  return false;
}

class Reader {
 public:
  Reader(Cdr& in, const char* end) : in_(in), end_(end) {}

  template <class T>
  void get(T& to) {
    if constexpr (Converted<T>) {
      OwnWritten<T> written{};
      get(written);
      set_written(to, written);
    } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string> ||
                         std::same_as<T, Bytes>) {
      in_ >> to;
    } else if constexpr (Enum<T>) {
      to = symbol<T>(count());
    } else if constexpr (Union<T>) {
      const bool is_known = with_number<T>(count(), [&](auto i) { get(to.template emplace<i>()); });
      if (!is_known) throw std::runtime_error("no variant of its union");
    } else if constexpr (Optional<T>) {
      const std::uint32_t size = count();
      if (size > 1) throw std::runtime_error("an optional value is there more than once");
      if (size == 1) get(to.emplace());
    } else if constexpr (Described<T>) {
      for_each_field(to, [&](std::string_view, auto& member) { get(member); });
    } else if constexpr (Map<T>) {
      for (std::uint32_t left = count(); left > 0; --left) {
        std::string key;
        in_ >> key;
        get(to.try_emplace(to.end(), std::move(key))->second);
      }
    } else if constexpr (InSequences<typename T::value_type>) {
      in_ >> static_cast<std::vector<typename T::value_type>&>(to);
    } else {
      const std::uint32_t size = count();
      // As the library has it, but of records without fields.
      if (!is_without_bytes<typename T::value_type>() && size > left()) {
        throw std::runtime_error("a sequence has fewer elements than it says");
      }
      fill(to, size, [&](auto& item) { get(item); });
    }
  }

 private:
  std::uint32_t count() {
    std::uint32_t count = 0;
    in_ >> count;
    return count;
  }
  std::size_t left() { return static_cast<std::size_t>(end_ - in_.getCurrentPosition()); }

  Cdr& in_;
  const char* end_;
};

}  // namespace serbench::fast_cdr
