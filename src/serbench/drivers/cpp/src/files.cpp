#include "serbench/files.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "serbench/runner.hpp"

namespace serbench {
namespace {

[[noreturn]] void fail(const char* what, const std::string& path) {
  throw std::runtime_error(std::string(what) + " " + path + ": " + std::strerror(errno));
}

}  // namespace

Lines::Lines(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "rb")) {
  if (!file_) throw BadValues("cannot read " + path_ + ": " + std::strerror(errno));
}

Lines::~Lines() {
  std::free(line_);
}

bool Lines::next(std::string_view& line) {
  const ssize_t size = getline(&line_, &capacity_, file_.get());
  if (size < 0) {
    if (std::ferror(file_.get()) != 0) {
      throw BadValues("cannot read " + path_ + ": " + std::strerror(errno));
    }
    return false;
  }
  line = {line_, static_cast<std::size_t>(size)};
  return true;
}

std::size_t write_encoded(const std::string& path,
                          const std::vector<std::span<const std::byte>>& values) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) fail("cannot write", path);
  std::size_t total = 0;
  for (const auto& value : values) {
    if (value.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw std::runtime_error("a value of 4 GiB or more does not fit the format of " + path);
    }
    const auto length = static_cast<std::uint32_t>(value.size());
    if (std::fwrite(&length, sizeof length, 1, file.get()) != 1 ||
        (length != 0 && std::fwrite(value.data(), length, 1, file.get()) != 1)) {
      fail("cannot write", path);
    }
    total += length;
  }
  if (std::fclose(file.release()) != 0) fail("cannot write", path);
  return total;
}

Outcomes::Outcomes(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) fail("cannot write", path_);
}

void Outcomes::add(bool read, std::string_view bytes) {
  const auto length = static_cast<std::uint32_t>(bytes.size());
  char head[1 + sizeof length] = {read ? '\1' : '\0'};
  std::memcpy(head + 1, &length, sizeof length);
  if (std::fwrite(head, sizeof head, 1, file_.get()) != 1 ||
      (length != 0 && std::fwrite(bytes.data(), length, 1, file_.get()) != 1) ||
      std::fflush(file_.get()) != 0) {
    fail("cannot write", path_);
  }
}

void read_encoded(const std::string& path, Buffer& buffer,
                  const std::function<void(std::span<const std::byte>)>& f) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) fail("cannot read", path);
  std::fseek(file.get(), 0, SEEK_END);
  std::size_t left = static_cast<std::size_t>(std::ftell(file.get()));
  std::rewind(file.get());
  for (std::size_t number = 1; left != 0; ++number) {
    std::uint32_t length = 0;
    const bool whole = left >= sizeof length &&
                       std::fread(&length, sizeof length, 1, file.get()) == 1 &&
                       left - sizeof length >= length;
    if (!whole) {
      throw BadValues(path + ": value " + std::to_string(number) + " is cut off");
    }
    buffer.clear();
    std::byte* at = buffer.reserve(length + std::size_t{1});
    if (length != 0 && std::fread(at, length, 1, file.get()) != 1) fail("cannot read", path);
    buffer.commit(length);
    at[length] = std::byte{0};
    f(buffer.bytes());
    left -= sizeof length + length;
  }
}

}  // namespace serbench
