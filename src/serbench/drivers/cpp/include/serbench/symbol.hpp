// An enum of the plain values from a library's number for it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "serbench/describe.hpp"

namespace serbench {

// Throws if no symbol has this number: bytes may hold any.
template <Enum T>
T symbol(std::int64_t number) {
  if (number < 0 || static_cast<std::uint64_t>(number) >= wire_names<T>.size()) {
    throw std::runtime_error("an enum has no symbol " + std::to_string(number));
  }
  return static_cast<T>(number);
}

}  // namespace serbench
