// The buffer that encoded values are written to: owned by the driver, cleared and reused.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <streambuf>
#include <string_view>

namespace serbench {

// Bytes that grow without being filled with zeros first, as std::string::resize would do.
// Aligned to 16, unless they are lent. Growing throws std::bad_alloc.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { drop(); }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::span<const std::byte> bytes() const { return {data_, size_}; }
  void clear() { size_ = 0; }

  // Room for `count` more bytes after the last; `commit` then says how many were written.
  std::byte* reserve(std::size_t count) {
    if (capacity_ - size_ < count) [[unlikely]]
      grow(count);
    return data_ + size_;
  }
  void commit(std::size_t count) { size_ += count; }

  // The next `count` bytes, to be written by the caller.
  std::byte* extend(std::size_t count) {
    std::byte* at = reserve(count);
    size_ += count;
    return at;
  }

  void append(const void* from, std::size_t count) {
    if (count != 0) std::memcpy(extend(count), from, count);
  }
  void append(std::string_view text) { append(text.data(), text.size()); }
  void append(std::span<const std::byte> bytes) { append(bytes.data(), bytes.size()); }

  // Empties the buffer and lets it write to `memory`, which stays the caller's, for as long as it
  // need not grow beyond that.
  void lend(std::span<std::byte> memory) {
    drop();
    data_ = memory.data();
    size_ = 0;
    capacity_ = memory.size();
    lent_ = true;
  }

 private:
  void drop() {
    if (!lent_) std::free(data_);
  }

  [[gnu::noinline]] void grow(std::size_t count) {
    std::size_t wanted = capacity_ * 2 > size_ + count ? capacity_ * 2 : size_ + count;
    if (wanted < 4096) wanted = 4096;
    void* moved = lent_ ? std::malloc(wanted) : std::realloc(data_, wanted);
    if (moved == nullptr) throw std::bad_alloc();
    // All of it, as realloc does: libraries write beyond size_ before they commit.
    if (lent_ && capacity_ != 0) std::memcpy(moved, data_, capacity_);
    lent_ = false;
    data_ = static_cast<std::byte*>(moved);
    capacity_ = wanted;
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  bool lent_ = false;
};

// A std::streambuf that appends to a Buffer, for libraries that write to streams.
class BufferWriter final : public std::streambuf {
 public:
  class Attached {
   public:
    explicit Attached(BufferWriter& writer) : writer_(writer) {}
    ~Attached() { writer_.commit(); }
    Attached(const Attached&) = delete;
    Attached& operator=(const Attached&) = delete;

   private:
    BufferWriter& writer_;
  };

  // Writes to the buffer as long as the result lives; only then has the buffer its new size.
  [[nodiscard]] Attached attach(Buffer& buffer) {
    buffer_ = &buffer;
    open_put_area(0);
    return Attached(*this);
  }

 protected:
  std::streamsize xsputn(const char* from, std::streamsize count) override {
    if (epptr() - pptr() < count) [[unlikely]]
      make_room(static_cast<std::size_t>(count));
    std::memcpy(pptr(), from, static_cast<std::size_t>(count));
    advance(count);
    return count;
  }
  int_type overflow(int_type c) override {
    make_room(1);
    if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
  }

 private:
  void open_put_area(std::size_t room) {
    char* begin = reinterpret_cast<char*>(buffer_->reserve(room));
    setp(begin, begin + (buffer_->capacity() - buffer_->size()));
  }
  [[gnu::noinline]] void make_room(std::size_t count) {
    commit();
    open_put_area(count);
  }
  void commit() {
    buffer_->commit(static_cast<std::size_t>(pptr() - pbase()));
    setp(nullptr, nullptr);
  }
  // pbump takes an int.
  void advance(std::streamsize count) {
    for (; count > INT_MAX; count -= INT_MAX) pbump(INT_MAX);
    pbump(static_cast<int>(count));
  }

  Buffer* buffer_ = nullptr;
};

// A std::streambuf over bytes that lie elsewhere, for libraries that read from streams.
class BytesReader final : public std::streambuf {
 public:
  void attach(std::span<const std::byte> bytes) {
    // streambuf's get area is not const, but nothing writes through it without pbackfail.
    char* begin = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    setg(begin, begin, begin + bytes.size());
  }
};

}  // namespace serbench
