// What each thread reads of an object file.
#pragma once

#include <memory>
#include <vector>

#include "serbench/object_reader.hpp"
#include "serbench/parallel.hpp"

namespace serbench {

// Has all that it needs before it is read, so that no memory is asked for within the time.
class ReadPart {
 public:
  virtual ~ReadPart() = default;
  virtual void read() = 0;

  ReadTimes times;
};

// Reads all parts at once.
inline ReadTimes read_parts(const std::vector<std::unique_ptr<ReadPart>>& parts) {
  ReadTimes all;
  all.total_ns = do_together(parts.size(), [&](std::size_t i) { parts[i]->read(); });
  for (const auto& part : parts) {
    all.bytes += part->times.bytes;
    all.reads += part->times.reads;
    all.codec_ns += part->times.codec_ns;
    all.io_ns += part->times.io_ns;
  }
  all.codec_ns /= parts.size();
  all.io_ns /= parts.size();
  return all;
}

}  // namespace serbench
