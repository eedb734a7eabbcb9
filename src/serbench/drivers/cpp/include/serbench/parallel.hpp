// Work that several threads do at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace serbench {

// Values may lie 1000 deep, and every library decodes by recursion: what a stack needs.
inline constexpr std::size_t stack_bytes = 64 << 20;

// Calls f with 0 to `count` - 1 at once, each in a thread of its own; in this one if that is all.
// Returns the wall time in ns from when all of them stood ready until the last was done. Throws what
// the first of them threw, once all have ended, and std::system_error if there are no more threads.
std::uint64_t do_together(std::size_t count, const std::function<void(std::size_t)>& f);

}  // namespace serbench
