// Values on their way to an object file and from it, for code that does not know the schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "serbench/block.hpp"
#include "serbench/hasher.hpp"
#include "serbench/runner.hpp"

namespace serbench {

// Encoded values that lie back to back in memory. The byte after the last is there too.
struct EncodedRun {
  std::byte* first;                     // where the first value begins
  std::uint64_t start;                  // where that is in the file
  std::span<const std::uint64_t> ends;  // where each value ends in the file
  std::size_t number;                   // that of the first value
};

// How far values are read: `deserialize`, `decode` or `borrow`. With `keep` what is made is dropped
// with the reading, and not each before the next; it makes `most` at most.
struct HowToRead {
  Operation step = Operation::deserialize;
  bool keep = false;
  std::size_t most = 0;
};

// Reads values for one thread, and may hold what it made of them.
class ObjectReading {
 public:
  virtual ~ObjectReading() = default;
  // Throws std::runtime_error with the number of the value.
  virtual void read(const EncodedRun& run) = 0;
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

  // Null if the driver was built without this step.
  virtual std::unique_ptr<ObjectReading> reading(const HowToRead& how) = 0;
  // Deserializes each value of the run and adds its digest.
  virtual void digest(const EncodedRun& run, Hasher& digests) = 0;
};

}  // namespace serbench
