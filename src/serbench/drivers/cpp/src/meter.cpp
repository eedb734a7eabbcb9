#include "serbench/meter.hpp"

#include <algorithm>

namespace serbench {

// The shortest of some, so that never too much is taken away.
const std::uint64_t Stopwatch::reading_ns = [] {
  std::uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t start = now_ns();
    shortest = std::min(shortest, now_ns() - start);
  }
  return shortest;
}();

}  // namespace serbench
