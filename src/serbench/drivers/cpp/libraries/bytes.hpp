// Stores and loads of plain bytes, for codecs that lay bytes out themselves.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>

namespace serbench {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

template <class T>
inline std::byte* store(std::byte* to, const T& number) {
  std::memcpy(to, &number, sizeof number);
  return to + sizeof number;
}

// As memcpy, without its call for the few bytes that most strings have: two stores that overlap.
inline std::byte* store_bytes(std::byte* to, const void* from, std::size_t size) {
  const auto* source = static_cast<const std::byte*>(from);
  const auto both_ends = [&]<class Word>(Word first, Word last) {
    std::memcpy(&first, source, sizeof first);
    std::memcpy(&last, source + size - sizeof last, sizeof last);
    std::memcpy(to, &first, sizeof first);
    std::memcpy(to + size - sizeof last, &last, sizeof last);
  };
  struct Word16 {
    std::uint64_t low, high;
  };
  if (size > 32) {
    std::memcpy(to, source, size);
  } else if (size >= 16) {
    both_ends(Word16{}, Word16{});
  } else if (size >= 8) {
    both_ends(std::uint64_t{}, std::uint64_t{});
  } else if (size >= 4) {
    both_ends(std::uint32_t{}, std::uint32_t{});
  } else if (size > 0) {
    to[0] = source[0];
    to[size / 2] = source[size / 2];
    to[size - 1] = source[size - 1];
  }
  return to + size;
}

// Reads forward through bytes that may be cut off or wrong anywhere.
class Input {
 public:
  explicit Input(std::span<const std::byte> bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  // The next `size` bytes. Throws std::runtime_error if fewer are left.
  const std::byte* take(std::size_t size) {
    if (size > left()) [[unlikely]]
      cut_off();
    const std::byte* taken = at_;
    at_ += size;
    return taken;
  }

  template <class T>
  T load() {
    T number;
    std::memcpy(&number, take(sizeof number), sizeof number);
    return number;
  }

 private:
  [[noreturn, gnu::noinline]] static void cut_off() {
    throw std::runtime_error("the bytes end within a value");
  }

  const std::byte* at_;
  const std::byte* end_;
};

}  // namespace serbench
