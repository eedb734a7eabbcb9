#include "serbench/object_index.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "serbench/hasher.hpp"
#include "serbench/posix_file.hpp"
#include "serbench/runner.hpp"

namespace serbench {
namespace {

constexpr std::array<unsigned char, 8> magic = {0x89, 'S', 'E', 'R', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t version = 1;

// As it lies in the file: little-endian, and without gaps.
struct Header {
  std::array<unsigned char, 8> magic;
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::uint64_t values;
  std::uint64_t object_bytes;
  std::array<std::uint8_t, 16> schema;
  std::array<char, 32> wire;
  std::uint64_t entries_sum;
  std::uint64_t header_sum;
};
static_assert(sizeof(Header) == 96 && std::has_unique_object_representations_v<Header>);

std::uint64_t checksum(const void* from, std::size_t size) {
  Hasher out;
  out.add(from, size);
  return out.digest();
}

std::uint64_t header_sum(const Header& header) {
  return checksum(&header, offsetof(Header, header_sum));
}

std::array<std::uint8_t, 16> schema_bytes(std::string_view fingerprint) {
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size() && 2 * i + 2 <= fingerprint.size(); ++i) {
    const char* digits = fingerprint.data() + 2 * i;
    std::from_chars(digits, digits + 2, bytes[i], 16);
  }
  return bytes;
}

std::array<char, 32> wire_bytes(std::string_view wire) {
  std::array<char, 32> bytes{};
  if (wire.size() > bytes.size()) throw BadRequest("`wire` has at most 32 bytes");
  std::copy(wire.begin(), wire.end(), bytes.begin());
  return bytes;
}

[[noreturn]] void refuse(const std::string& path, const std::string& cause) {
  throw BadFile(path + ": " + cause + "; write the object file anew");
}

// The size of the file at `path`. Throws BadFile if there is none.
std::uint64_t size_of_file(const std::string& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) != 0) {
    throw BadFile(
        path + ": " + std::strerror(errno) +
        "; an object file and its index belong together, as `serbench files` writes them");
  }
  return static_cast<std::uint64_t>(about.st_size);
}

void check_header(const std::string& path, const Header& header, const ObjectKind& kind) {
  if (header.version != version) {
    refuse(path, "an index of version " + std::to_string(header.version) +
                     "; this driver reads version " + std::to_string(version));
  }
  if (header.header_sum != header_sum(header)) {
    refuse(path, "the index is damaged: its header's checksum is wrong");
  }
  if (header.header_bytes != sizeof header) refuse(path, "the index has a header of another size");
  if (header.schema != schema_bytes(kind.schema)) {
    refuse(path, "the index is of another schema than the driver");
  }
  if (header.wire != wire_bytes(kind.wire)) {
    const std::string found(header.wire.data(), strnlen(header.wire.data(), header.wire.size()));
    refuse(path, "the index is of the wire `" + found + "`, not `" + std::string(kind.wire) + "`");
  }
}

}  // namespace

std::string index_path(const std::string& path) {
  return path + ".index";
}

ObjectIndex read_index(const std::string& path, const ObjectKind& kind) {
  const std::string beside = index_path(path);
  const std::uint64_t size = size_of_file(beside);
  const std::uint64_t object_bytes = size_of_file(path);
  const PosixFile file(beside, O_RDONLY);
  Header header{};
  const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(size, sizeof header));
  file.read_at(0, reinterpret_cast<std::byte*>(&header), there);
  if (there == 0 ||
      std::memcmp(header.magic.data(), magic.data(), std::min(there, magic.size())) != 0) {
    refuse(beside, "not the index of an object file");
  }
  if (there < sizeof header) refuse(beside, "the index is torn in its header");
  check_header(beside, header, kind);
  const std::uint64_t entries_bytes = size - sizeof header;
  if (header.values > entries_bytes / 8 || entries_bytes != 8 * header.values) {
    refuse(beside, "the index is torn: it has " + std::to_string(entries_bytes) +
                       " bytes of entries for " + std::to_string(header.values) + " values");
  }
  ObjectIndex index;
  index.ends.resize(header.values);
  file.read_at(sizeof header, reinterpret_cast<std::byte*>(index.ends.data()), entries_bytes);
  if (header.entries_sum != checksum(index.ends.data(), entries_bytes)) {
    refuse(beside, "the index is damaged: its entries' checksum is wrong");
  }
  if (!std::is_sorted(index.ends.begin(), index.ends.end()) ||
      index.bytes() != header.object_bytes) {
    refuse(beside, "the index's entries do not lead to the size of the object file");
  }
  if (object_bytes != header.object_bytes) {
    refuse(path, "it has " + std::to_string(object_bytes) + " bytes and its index says " +
                     std::to_string(header.object_bytes) +
                     ": it is torn, or the index of another file");
  }
  return index;
}

void write_index(const std::string& path, const ObjectKind& kind,
                 std::span<const std::uint64_t> ends) {
  Header header{.magic = magic,
                .version = version,
                .header_bytes = sizeof header,
                .values = ends.size(),
                .object_bytes = ends.empty() ? 0 : ends.back(),
                .schema = schema_bytes(kind.schema),
                .wire = wire_bytes(kind.wire),
                .entries_sum = checksum(ends.data(), ends.size_bytes()),
                .header_sum = 0};
  header.header_sum = header_sum(header);
  const std::string whole = index_path(path);
  const std::string unfinished = whole + ".unfinished";
  try {
    PosixFile file(unfinished, O_WRONLY | O_CREAT | O_TRUNC);
    file.write(reinterpret_cast<const std::byte*>(&header), sizeof header);
    file.write(reinterpret_cast<const std::byte*>(ends.data()), ends.size_bytes());
    file.close();
    if (std::rename(unfinished.c_str(), whole.c_str()) != 0) {
      throw std::runtime_error(whole + " cannot be written: " + std::strerror(errno));
    }
  } catch (...) {
    std::remove(unfinished.c_str());
    throw;
  }
}

}  // namespace serbench
