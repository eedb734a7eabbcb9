// Where the character NUL is in a name or text of a value, for codecs that lose it.
#pragma once

#include <string>

#include "serbench/codec.hpp"
#include "serbench/locate.hpp"

namespace serbench {

// What `explain` says of it: where it is, and `consequence`.
inline std::string explain_nul(const Root& value, const std::string& consequence) {
  const std::string path = locate(value, [](const auto& part) {
    using T = std::remove_cvref_t<decltype(part)>;
    if constexpr (std::same_as<T, std::string>) return part.find('\0') != part.npos;
    if constexpr (std::same_as<T, Name>) return part.text.find('\0') != part.text.npos;
    return false;
  });
  return path.empty() ? "" : path + ": " + consequence;
}

}  // namespace serbench
