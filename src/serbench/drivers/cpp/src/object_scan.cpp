#include <fcntl.h>

#include <algorithm>

#include "serbench/block.hpp"
#include "serbench/object_reader.hpp"
#include "serbench/posix_file.hpp"
#include "serbench/read_parts.hpp"
#include "serbench/split_clock.hpp"

namespace serbench {
namespace {

// The values of one thread, which lie one after the other.
class Part final : public ReadPart {
 public:
  Part(const std::string& path, const ObjectIndex& index, std::size_t first, std::size_t last,
       std::size_t block_bytes, ObjectReading* reading)
      : path_(path),
        index_(index),
        next_(first),
        last_(last),
        block_bytes_(block_bytes),
        reading_(reading),
        block_(block_bytes + 1) {}

  void read() override {
    SplitClock clock;
    const PosixFile file(path_, O_RDONLY);
    at_ = index_.start(next_);
    const std::uint64_t end = index_.start(last_);
    while (at_ < end) {
      const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes_, end - at_));
      file.read_at(at_, block_.data(), size);
      ++times.reads;
      times.bytes += size;
      clock.add_to(times.io_ns);
      if (reading_ != nullptr) {
        take_block(size);
        clock.add_to(times.codec_ns);
      }
      at_ += size;
    }
    if (reading_ == nullptr) return;
    take_whole(block_.data(), last_);  // values without bytes, which no block ends with
    clock.add_to(times.codec_ns);
  }

 private:
  // Reads what ends in the block, and keeps the beginning of what does not.
  void take_block(std::size_t size) {
    const std::uint64_t block_end = at_ + size;
    std::byte* from = block_.data();
    if (begun_.size() != 0) {
      const std::uint64_t value_end = index_.ends[next_];
      const auto rest = static_cast<std::size_t>(std::min(value_end, block_end) - at_);
      begun_.append(from, rest);
      if (value_end > block_end) return;
      take({begun_.data(), index_.start(next_), {&index_.ends[next_], 1}, next_});
      begun_.clear();
      from += rest;
    }
    const auto first = index_.ends.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto last = index_.ends.begin() + static_cast<std::ptrdiff_t>(last_);
    take_whole(from,
               next_ + static_cast<std::size_t>(std::upper_bound(first, last, block_end) - first));
    const std::uint64_t begin = index_.start(next_);
    if (begin == block_end) return;
    begun_.reserve(static_cast<std::size_t>(index_.ends[next_] - begin) + 1);
    begun_.append(block_.data() + (begin - at_), static_cast<std::size_t>(block_end - begin));
  }

  // The values up to `last`, the first of which lies at `from`.
  void take_whole(std::byte* from, std::size_t last) {
    if (last == next_) return;
    take({from, index_.start(next_), {&index_.ends[next_], last - next_}, next_});
  }

  void take(const EncodedRun& run) {
    reading_->read(run);
    next_ += run.ends.size();
  }

  const std::string& path_;
  const ObjectIndex& index_;
  std::size_t next_;  // the first value that is not yet read
  std::size_t last_;
  std::size_t block_bytes_;
  ObjectReading* reading_;
  Pages block_;
  std::uint64_t at_ = 0;  // where the block begins in the file
  Buffer begun_;          // a value that lies in more than one block, so far
};

class Digesting final : public ObjectReading {
 public:
  explicit Digesting(ObjectCodec& codec) : codec_(codec) {}
  void read(const EncodedRun& run) override { codec_.digest(run, digests); }

  Hasher digests;

 private:
  ObjectCodec& codec_;
};

}  // namespace

ReadTimes scan(const std::string& path, const ObjectIndex& index, std::size_t block_bytes,
               const Readings& readings) {
  std::vector<std::unique_ptr<ReadPart>> parts;
  std::size_t first = 0;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    // As many bytes to each, not as many values.
    const std::uint64_t bytes = index.bytes() / readings.size() * (i + 1);
    const auto until = std::lower_bound(index.ends.begin(), index.ends.end(), bytes);
    const std::size_t last = i + 1 == readings.size()
                                 ? index.values()
                                 : static_cast<std::size_t>(until - index.ends.begin());
    parts.push_back(
        std::make_unique<Part>(path, index, first, last, block_bytes, readings[i].get()));
    first = last;
  }
  return read_parts(parts);
}

std::uint64_t scan_digest(const std::string& path, const ObjectIndex& index,
                          std::size_t block_bytes, ObjectCodec& codec, ReadTimes& times) {
  Digesting reading(codec);
  Part part(path, index, 0, index.values(), block_bytes, &reading);
  part.read();
  times = part.times;
  return reading.digests.digest();
}

}  // namespace serbench
