// Where in a value something is, for messages about what a format cannot hold.
#pragma once

#include <string>
#include <type_traits>

#include "serbench/describe.hpp"

namespace serbench {

// A name as it can stand in a message: a control character as its code.
inline std::string readable(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    } else {
      out += "\\u00";
      out += "01"[c >> 4];
      out += "0123456789abcdef"[c & 15];
    }
  }
  return out;
}

struct Name {
  std::string_view text;
};

// The path of the first field, item or key that `is_it` is true of, as `$.user.ids[3]`; empty if
// there is none. is_it(leaf) is asked of every number, enum, text and bytes, is_it(Name{text}) of
// every field's name and map's key. Cold, since put into one another these functions take the compiler
// as long as a codec's encode and decode together.
template <class T, class F>
[[gnu::cold, gnu::noinline]] std::string locate(const T& value, F&& is_it,
                                                const std::string& path = "$") {
  std::string found;
  if constexpr (Described<T>) {
    for_each_field(value, [&](std::string_view name, const auto& member) {
      if (!found.empty()) return;
      const std::string at = path + '.' + readable(name);
      found = is_it(Name{name}) ? at : locate(member, is_it, at);
    });
  } else if constexpr (Optional<T>) {
    if (value) found = locate(*value, is_it, path);
  } else if constexpr (Map<T>) {
    for (const auto& [key, item] : value) {
      const std::string at = path + '.' + readable(key);
      found = is_it(Name{key}) ? at : locate(item, is_it, at);
      if (!found.empty()) break;
    }
  } else if constexpr (AnyMap<T>) {  // as the list of its entries
    std::size_t i = 0;
    for (const auto& [key, item] : value) {
      const std::string at = path + '[' + std::to_string(i++) + ']';
      found = locate(key, is_it, at + ".key");
      if (found.empty()) found = locate(item, is_it, at + ".value");
      if (!found.empty()) break;
    }
  } else if constexpr (List<T>) {
    for (std::size_t i = 0; i < value.size() && found.empty(); ++i) {
      const typename T::value_type& item = value[i];
      found = locate(item, is_it, path + '[' + std::to_string(i) + ']');
    }
  } else if (is_it(value)) {
    found = path;
  }
  return found;
}

}  // namespace serbench
