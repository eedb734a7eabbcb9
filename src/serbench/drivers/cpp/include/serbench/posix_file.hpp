// A file by the system's own calls, with nothing between them and the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace serbench {

// What fails throws std::runtime_error, with the file's name and what the system said.
class PosixFile {
 public:
  // `flags` are those of open(2).
  PosixFile(const std::string& path, int flags);
  ~PosixFile();
  PosixFile(const PosixFile&) = delete;
  PosixFile& operator=(const PosixFile&) = delete;

  std::uint64_t size() const;
  // With one write(2), and more only if the system took less at once.
  void write(const std::byte* from, std::size_t size);
  // With one pread(2), and more only if the system gave less at once. A file that ends before is
  // an error.
  void read_at(std::uint64_t offset, std::byte* to, std::size_t size) const;
  void sync();
  // Once; the destructor otherwise does, and hears of no error.
  void close();

 private:
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  int descriptor_;
};

}  // namespace serbench
