// The requests `scan` and `get` of docs/object-files.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "serbench/object_codec.hpp"
#include "serbench/object_index.hpp"

namespace serbench {

// What it took. Times are wall times in ns; of several threads `total_ns` is that of all, the others
// are means.
struct ReadTimes {
  std::uint64_t bytes = 0;
  std::uint64_t total_ns = 0;
  std::uint64_t codec_ns = 0;
  std::uint64_t io_ns = 0;
  std::size_t reads = 0;
};

// One for each thread; null ones, and no codec is called.
using Readings = std::vector<std::unique_ptr<ObjectReading>>;

// All of these throw std::runtime_error if the file cannot be read or a library refuses a value.

ReadTimes scan(const std::string& path, const ObjectIndex& index, std::size_t block_bytes,
               const Readings& readings);

// The digest of all values; `times` has no times.
std::uint64_t scan_digest(const std::string& path, const ObjectIndex& index,
                          std::size_t block_bytes, ObjectCodec& codec, ReadTimes& times);

// `numbers` are those of values of the index. By pages of `page_bytes`, unless that is 0.
ReadTimes get(const std::string& path, const ObjectIndex& index,
              std::span<const std::uint64_t> numbers, std::size_t page_bytes,
              const Readings& readings);

// The numbers in a file, one a line. Throws BadRequest naming the file and the line of one that is
// not below `values`.
std::vector<std::uint64_t> read_numbers(const std::string& path, std::uint64_t values);

}  // namespace serbench
