#include "serbench/posix_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace serbench {

PosixFile::PosixFile(const std::string& path, int flags)
    : path_(path), descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) fail("cannot be opened");
}

PosixFile::~PosixFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::uint64_t PosixFile::size() const {
  struct stat about {};
  if (fstat(descriptor_, &about) != 0) fail("cannot be read");
  return static_cast<std::uint64_t>(about.st_size);
}

void PosixFile::write(const std::byte* from, std::size_t size) {
  while (size != 0) {
    const ssize_t written = ::write(descriptor_, from, size);
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("cannot be written");
    }
    from += written;
    size -= static_cast<std::size_t>(written);
  }
}

void PosixFile::read_at(std::uint64_t offset, std::byte* to, std::size_t size) const {
  while (size != 0) {
    const ssize_t got = ::pread(descriptor_, to, size, static_cast<off_t>(offset));
    if (got < 0) {
      if (errno == EINTR) continue;
      fail("cannot be read");
    }
    if (got == 0) throw std::runtime_error(path_ + " became shorter while it was read");
    offset += static_cast<std::uint64_t>(got);
    to += got;
    size -= static_cast<std::size_t>(got);
  }
}

void PosixFile::sync() {
  if (::fsync(descriptor_) != 0) fail("cannot be synced");
}

void PosixFile::close() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail("cannot be closed");
}

void PosixFile::fail(const char* what) const {
  throw std::runtime_error(path_ + " " + what + ": " + std::strerror(errno));
}

}  // namespace serbench
