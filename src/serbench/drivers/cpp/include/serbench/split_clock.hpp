// Time told apart into what it was spent on.
#pragma once

#include <cstdint>

#include "serbench/measure.hpp"

namespace serbench {

// One clock read ends a lap and begins the next, so that no time between them is lost.
class SplitClock {
 public:
  SplitClock() : last_ns_(now_ns()) {}

  // Adds the time since the last lap's end.
  void add_to(std::uint64_t& sum_ns) {
    const std::uint64_t now = now_ns();
    sum_ns += now - last_ns_;
    last_ns_ = now;
  }

 private:
  std::uint64_t last_ns_;
};

}  // namespace serbench
