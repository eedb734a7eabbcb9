// Values on their way to an object file and from it, for code that does not know the schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "serbench/block.hpp"
#include "serbench/hasher.hpp"

namespace serbench {

// Encoded values that lie back to back in memory. The byte after the last is there too.
struct EncodedRun {
  std::byte* first;                     // where the first value begins
  std::uint64_t start;                  // where that is in the file
  std::span<const std::uint64_t> ends;  // where each value ends in the file
  std::size_t number;                   // that of the first value
};

// One codec with what it reuses. All functions throw what the library throws, as
// std::runtime_error or CannotHold with the number of the value.
class ObjectCodec {
 public:
  virtual ~ObjectCodec() = default;

  // The file of canonical values that the next chunks come from. Throws BadValues.
  virtual void open_values(const std::string& path) = 0;
  // Replaces the chunk by the next values, `most` at most, and adds their digests. Returns how
  // many there are. Throws BadValues.
  virtual std::size_t next_chunk(std::size_t most, Hasher& digests) = 0;
  // Serializes the chunk's values from `from` on, until the block is full or the chunk ends, and adds
  // where each ends in the file to `ends`. Returns the number of values of the chunk that are done.
  virtual std::size_t serialize(std::size_t from, Block& block,
                                std::vector<std::uint64_t>& ends) = 0;
  virtual void close_values() = 0;

  // Deserializes each value of the run, and drops it before the next.
  virtual void deserialize(const EncodedRun& run) = 0;
  // The same, and adds the digest of each.
  virtual void digest(const EncodedRun& run, Hasher& digests) = 0;
};

}  // namespace serbench
