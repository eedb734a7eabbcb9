// Stream buffers over memory that is there, for libraries that write to streams and read from them:
// std::stringbuf copies what it is to read, and what it has written.
#pragma once

#include <streambuf>
#include <string_view>
#include <vector>

class MemoryOutput final : public std::streambuf {
 public:
  void clear() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
  std::string_view text() const {
    return {bytes_.data(), static_cast<std::size_t>(pptr() - pbase())};
  }

 private:
  std::vector<char> bytes_ = std::vector<char>(1 << 20);
};

class MemoryInput final : public std::streambuf {
 public:
  void read_from(std::string_view bytes) {
    char* const begin = const_cast<char*>(bytes.data());
    setg(begin, begin, begin + bytes.size());
  }
};
