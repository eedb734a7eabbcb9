// The index of an object file (docs/object-files.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace serbench {

// Which values lie in an object file: of one schema, by its fingerprint, and of one wire.
struct ObjectKind {
  std::string_view schema;
  std::string_view wire;
};

// Where the values lie: value i ends at ends[i], and starts where the one before ends.
struct ObjectIndex {
  std::vector<std::uint64_t> ends;

  std::size_t values() const { return ends.size(); }
  std::uint64_t start(std::size_t i) const { return i == 0 ? 0 : ends[i - 1]; }
  std::uint64_t bytes() const { return ends.empty() ? 0 : ends.back(); }
};

// Where the index of the object file at `path` lies.
std::string index_path(const std::string& path);

// Checks all of the index, and the object file's size. Throws BadFile.
ObjectIndex read_index(const std::string& path, const ObjectKind& kind);

// Writes the index of the object file at `path`. Throws std::runtime_error naming the file.
void write_index(const std::string& path, const ObjectKind& kind,
                 std::span<const std::uint64_t> ends);

}  // namespace serbench
