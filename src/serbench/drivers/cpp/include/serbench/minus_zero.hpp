// Where in a value a number is -0.0, for codecs whose format or library loses its sign.
#pragma once

#include <cmath>
#include <string>
#include <type_traits>

#include "serbench/codec.hpp"
#include "serbench/locate.hpp"

namespace serbench {

inline std::string explain_minus_zero(const Root& value) {
  const std::string path = locate(value, [](const auto& part) {
    if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(part)>>) {
      return part == 0 && std::signbit(part);
    }
    return false;
  });
  return path.empty() ? "" : path + ": -0.0 becomes 0.0";
}

}  // namespace serbench
