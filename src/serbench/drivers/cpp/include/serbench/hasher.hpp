// XXH64 with seed 0 over bytes that come in small pieces.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace serbench {

static_assert(std::endian::native == std::endian::little, "canonical bytes are little-endian");

class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  void add(const void* from, std::size_t size) {
    if (size > sizeof buffer_ - used_) {
      add_beyond(from, size);
    } else if (size != 0) {
      std::memcpy(buffer_ + used_, from, size);
      used_ += size;
    }
  }
  std::uint64_t digest();

 private:
  struct State;

  void add_beyond(const void* from, std::size_t size);

  std::unique_ptr<State> state_;
  std::size_t used_ = 0;
  char buffer_[1024];
};

}  // namespace serbench
