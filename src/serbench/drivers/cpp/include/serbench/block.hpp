// The memory that an object file's blocks are read to and written from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "serbench/buffer.hpp"

namespace serbench {

// Memory that begins with a page, and whose pages are there already: none is first touched within
// a time.
class Pages {
 public:
  explicit Pages(std::size_t size)
      : size_(size), memory_(static_cast<std::byte*>(std::aligned_alloc(page, rounded(size)))) {
    if (!memory_) throw std::bad_alloc();
    std::memset(memory_.get(), 0, rounded(size));
  }

  std::byte* data() { return memory_.get(); }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t page = 4096;
  static std::size_t rounded(std::size_t size) {
    if (size > SIZE_MAX - page) throw std::bad_alloc();
    return std::max(page, (size + page - 1) / page * page);
  }
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  std::size_t size_;
  std::unique_ptr<std::byte, Free> memory_;
};

// Collects encoded values until there are `block_bytes`. A value is encoded where it will be
// written from; only one that does not fit behind the others is copied.
class Block {
 public:
  explicit Block(std::size_t block_bytes)
      : block_bytes_(block_bytes), memory_(sum(block_bytes, overhang)) {}

  bool is_full() const { return used_ >= block_bytes_; }
  std::size_t size() const { return used_; }

  // Calls f with an empty buffer that writes behind the values so far. Returns the value's size.
  template <class F>
  std::size_t add(F&& f) {
    std::byte* const at = memory_.data() + used_;
    buffer_.lend({at, memory_.size() - used_});
    f(buffer_);
    if (buffer_.data() != at) [[unlikely]]
      bring_in();
    used_ += buffer_.size();
    return buffer_.size();
  }

  // Calls f with the first byte of every full block.
  template <class F>
  void for_each_full(F&& f) {
    for (written_ = 0; used_ - written_ >= block_bytes_; written_ += block_bytes_) {
      f(memory_.data() + written_);
    }
  }
  // Forgets the blocks that for_each_full gave.
  void drop_full() {
    used_ -= written_;
    std::memmove(memory_.data(), memory_.data() + written_, used_);
    written_ = 0;
  }
  // The values that fill no block yet.
  const std::byte* data() { return memory_.data(); }

 private:
  // Room for the end of the last value of a block.
  static constexpr std::size_t overhang = 64 << 10;

  static std::size_t sum(std::size_t a, std::size_t b) {
    if (a > SIZE_MAX - b) throw std::bad_alloc();
    return a + b;
  }

  // The value that the buffer moved away with. The next of its size will have room.
  [[gnu::noinline]] void bring_in() {
    const std::size_t size = buffer_.size();
    if (memory_.size() - used_ < size) {
      Pages larger(sum(sum(block_bytes_, size), size));
      std::memcpy(larger.data(), memory_.data(), used_);
      memory_ = std::move(larger);
    }
    if (size != 0) std::memcpy(memory_.data() + used_, buffer_.data(), size);
  }

  std::size_t block_bytes_;
  Pages memory_;
  std::size_t used_ = 0;
  std::size_t written_ = 0;
  Buffer buffer_;
};

}  // namespace serbench
