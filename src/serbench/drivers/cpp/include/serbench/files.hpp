// Files of values: canonical ones a line each, encoded ones each after a little-endian 32-bit length.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serbench/buffer.hpp"

namespace serbench {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

// The lines of a file. Throws BadValues if it cannot be read.
class Lines {
 public:
  explicit Lines(const std::string& path);
  ~Lines();
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  // The next line, with its line feed, followed by a zero byte. False at the end.
  bool next(std::string_view& line);
  // Back to the first line.
  void rewind() { std::rewind(file_.get()); }

 private:
  std::string path_;
  File file_;
  char* line_ = nullptr;
  std::size_t capacity_ = 0;
};

// Returns the sum of the sizes. Throws std::runtime_error naming the file.
std::size_t write_encoded(const std::string& path,
                          const std::vector<std::span<const std::byte>>& values);

// What became of each encoded value that was loaded, on the disk before the next is touched.
class Outcomes {
 public:
  // Throws std::runtime_error naming the file.
  explicit Outcomes(const std::string& path);
  // The canonical bytes of a value that was read, or why it was not.
  void add(bool read, std::string_view bytes);

 private:
  std::string path_;
  File file_;
};

// Calls f with each value of the file, in `buffer`, followed by a zero byte. Throws BadValues when
// the file ends within a value.
void read_encoded(const std::string& path, Buffer& buffer,
                  const std::function<void(std::span<const std::byte>)>& f);

}  // namespace serbench
