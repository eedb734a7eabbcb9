#include <cstring>

#include "serbench/measure.hpp"

namespace serbench {
namespace {

constexpr std::size_t source_size = 32 * 1024;
constexpr std::size_t target_size = 64 * 1024;
constexpr std::size_t wrap = 63 * 1024;
constexpr std::size_t margin = 80;
constexpr int repetitions = 12;
constexpr int untimed = 4;  // or the time tells what ran before: caches, learnt branches

struct Cursor {
  const std::uint8_t* at;
  const std::uint8_t* last;  // fewer than `margin` bytes remain beyond it

  bool done() const { return at > last; }
};

struct Output {
  std::uint8_t* target;
  std::size_t position = 0;
  std::uint64_t counted = 0;
};

void step(Cursor& cursor, Output& out) {
  const std::uint8_t b = *cursor.at;
  if (b < 96) {
    std::uint64_t number;
    std::memcpy(&number, cursor.at, sizeof number);
    number >>= b & 63;
    while (number >= 0x80) {
      out.target[out.position++] = static_cast<std::uint8_t>(number | 0x80);
      number >>= 7;
    }
    out.target[out.position++] = static_cast<std::uint8_t>(number);
    cursor.at += 3;
  } else if (b < 192) {
    const std::size_t length = (b & 31) + std::size_t{1};
    std::memcpy(out.target + out.position, cursor.at, length);
    out.position += length;
    cursor.at += length;
  } else {
    std::size_t count = 0;
    while (count < 64 && cursor.at[count] != 0x22 && cursor.at[count] != 0x5c) ++count;
    out.counted += count;
    cursor.at += count + 1;
  }
  if (out.position > wrap) out.position = 0;
}

}  // namespace

Kernel::Kernel() : source_(source_size), target_(target_size) {
  std::uint64_t x = 1;
  for (std::uint8_t& byte : source_) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::uint8_t>(x >> 56);
  }
}

std::uint64_t Kernel::time_ns() {
  std::uint64_t start = 0;
  for (int i = -untimed; i < repetitions; ++i) {
    if (i == 0) start = now_ns();
    const std::uint8_t* middle = source_.data() + source_size / 2;
    Cursor first{source_.data(), middle - margin};
    Cursor second{middle, source_.data() + source_size - margin};
    Output out{target_.data()};
    while (!first.done() || !second.done()) {
      if (!first.done()) step(first, out);
      if (!second.done()) step(second, out);
    }
    asm volatile("" : : "g"(out.counted), "g"(out.position), "g"(out.target) : "memory");
  }
  return now_ns() - start;
}

}  // namespace serbench
