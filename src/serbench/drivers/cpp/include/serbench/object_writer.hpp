// The request `write` of docs/object-files.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "serbench/object_codec.hpp"
#include "serbench/object_index.hpp"

namespace serbench {

struct WriteRequest {
  std::string path;
  std::size_t block_bytes;
  bool sync;  // once, at the end
};

// What it took. Times are wall times in ns.
struct Written {
  std::uint64_t bytes = 0;
  std::uint64_t codec_ns = 0;
  std::uint64_t io_ns = 0;
  std::size_t writes = 0;
  std::size_t syncs = 0;
  std::uint64_t digest = 0;  // of the plain values
};

// Both leave no file behind when they throw: BadValues, CannotHold, or std::runtime_error naming what
// cannot be written.

// Writes `count` values of the file `values`, and the index.
Written write_objects(const WriteRequest& request, const ObjectKind& kind, ObjectCodec& codec,
                      const std::string& values, std::size_t count);

// Writes as many bytes in the same way, without values and index.
Written write_bytes(const WriteRequest& request, std::uint64_t bytes);

}  // namespace serbench
