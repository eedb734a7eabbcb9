// The clock, the reference kernel, and the counting of allocations.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace serbench {

inline std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

// The reference kernel of docs/protocol.md: some 250 us of work that looks like a codec's.
class Kernel {
 public:
  Kernel();
  std::uint64_t time_ns();

 private:
  std::vector<std::uint8_t> source_;
  std::vector<std::uint8_t> target_;
};

struct Allocations {
  std::uint64_t calls;
  std::uint64_t bytes;  // asked for
};

// Counts every call to the allocator between start and stop, those of C libraries too.
void start_counting();
Allocations stop_counting();

// "system", or "mimalloc 2.0.9" where that was preloaded.
std::string allocator_name();

// The largest resident set of this process, in bytes.
std::uint64_t peak_rss_bytes();

}  // namespace serbench
