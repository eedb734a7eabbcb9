#include "serbench/object_writer.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include "serbench/block.hpp"
#include "serbench/hasher.hpp"
#include "serbench/posix_file.hpp"
#include "serbench/split_clock.hpp"

namespace serbench {
namespace {

// A file that is written a block at a time, and removed with its index unless it is kept.
class ObjectFile {
 public:
  ObjectFile(const WriteRequest& request, Written& written) : request_(request), written_(written) {
    std::remove(index_path(request.path).c_str());  // it would be that of an earlier file
    SplitClock clock;
    file_.emplace(request.path, O_WRONLY | O_CREAT | O_TRUNC);
    clock.add_to(written_.io_ns);
  }
  ~ObjectFile() {
    if (!kept_ && file_) {
      std::remove(index_path(request_.path).c_str());
      std::remove(request_.path.c_str());
    }
  }
  ObjectFile(const ObjectFile&) = delete;
  ObjectFile& operator=(const ObjectFile&) = delete;

  void write(const std::byte* from, std::size_t size) {
    file_->write(from, size);
    ++written_.writes;
    written_.bytes += size;
  }

  void finish() {
    SplitClock clock;
    if (request_.sync) {
      file_->sync();
      ++written_.syncs;
    }
    file_->close();
    clock.add_to(written_.io_ns);
  }

  void keep() { kept_ = true; }

 private:
  const WriteRequest& request_;
  Written& written_;
  std::optional<PosixFile> file_;
  bool kept_ = false;
};

// Fills memory with numbers in which no file system finds a pattern (xorshift64*: Vigna 2016, "An
// experimental exploration of Marsaglia's xorshift generators, scrambled").
class Noise {
 public:
  void fill(std::byte* to, std::size_t size) {
    for (std::size_t at = 0; at < size; at += sizeof state_) {
      state_ ^= state_ >> 12;
      state_ ^= state_ << 25;
      state_ ^= state_ >> 27;
      const std::uint64_t number = state_ * 2685821657736338717u;
      std::memcpy(to + at, &number, std::min(sizeof number, size - at));
    }
  }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace

Written write_objects(const WriteRequest& request, const ObjectKind& kind, ObjectCodec& codec,
                      const std::string& values, std::size_t count) {
  Written written;
  std::vector<std::uint64_t> ends;
  ends.reserve(count);
  Hasher digests;
  Block block(request.block_bytes);
  codec.open_values(values);
  ObjectFile file(request, written);
  while (ends.size() < count) {
    const std::size_t there = codec.next_chunk(count - ends.size(), digests);
    SplitClock clock;
    for (std::size_t done = 0; done < there;) {
      done = codec.serialize(done, block, ends);
      clock.add_to(written.codec_ns);
      if (block.is_full()) {
        block.for_each_full(
            [&](const std::byte* first) { file.write(first, request.block_bytes); });
        clock.add_to(written.io_ns);
        block.drop_full();
      }
    }
    clock.add_to(written.codec_ns);
  }
  codec.close_values();
  SplitClock clock;
  if (block.size() != 0) file.write(block.data(), block.size());
  clock.add_to(written.io_ns);
  file.finish();
  written.digest = digests.digest();
  write_index(request.path, kind, ends);
  file.keep();
  return written;
}

Written write_bytes(const WriteRequest& request, std::uint64_t bytes) {
  Written written;
  Pages block(request.block_bytes);
  Noise noise;
  ObjectFile file(request, written);
  while (written.bytes < bytes) {
    const auto size = static_cast<std::size_t>(
        std::min<std::uint64_t>(request.block_bytes, bytes - written.bytes));
    noise.fill(block.data(), size);  // as a codec has just written its block
    SplitClock clock;
    file.write(block.data(), size);
    clock.add_to(written.io_ns);
  }
  file.finish();
  file.keep();
  return written;
}

}  // namespace serbench
