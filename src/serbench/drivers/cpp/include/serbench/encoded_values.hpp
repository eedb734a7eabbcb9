// The encoded values of a working set, in one piece of memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "serbench/buffer.hpp"

namespace serbench {

// Each value is followed by a zero byte, as a std::string is, and aligned to 16.
class EncodedValues {
 public:
  std::size_t size() const { return extents_.size(); }
  std::span<const std::byte> operator[](std::size_t i) const {
    return {bytes_.data() + extents_[i].offset, extents_[i].size};
  }

  void add(std::span<const std::byte> value) {
    constexpr std::size_t alignment = 16;
    const std::size_t size = value.size();
    extents_.push_back({bytes_.size(), size});
    const std::size_t room = (size + 1 + alignment - 1) / alignment * alignment;
    std::byte* at = bytes_.extend(room);
    std::memset(at + size, 0, room - size);
    if (size != 0) std::memcpy(at, value.data(), size);
  }
  void clear() {
    bytes_.clear();
    extents_.clear();
  }

 private:
  struct Extent {
    std::size_t offset;
    std::size_t size;
  };

  Buffer bytes_;
  std::vector<Extent> extents_;
};

}  // namespace serbench
