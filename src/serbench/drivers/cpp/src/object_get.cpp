#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "serbench/block.hpp"
#include "serbench/files.hpp"
#include "serbench/laps.hpp"
#include "serbench/object_reader.hpp"
#include "serbench/posix_file.hpp"
#include "serbench/read_parts.hpp"
#include "serbench/runner.hpp"

namespace serbench {
namespace {

// Every `step`-th number of the list, from `first` on.
class Part final : public ReadPart {
 public:
  Part(const std::string& path, const ObjectIndex& index, std::span<const std::uint64_t> numbers,
       std::size_t first, std::size_t step, std::size_t largest, ObjectCodec* codec)
      : path_(path),
        index_(index),
        numbers_(numbers),
        first_(first),
        step_(step),
        codec_(codec),
        buffer_(largest + 1) {}

  void read() override {
    Laps laps;
    const PosixFile file(path_, O_RDONLY);
    for (std::size_t i = first_; i < numbers_.size(); i += step_) {
      const std::uint64_t number = numbers_[i];
      const std::uint64_t start = index_.start(number);
      const auto size = static_cast<std::size_t>(index_.ends[number] - start);
      file.read_at(start, buffer_.data(), size);
      ++times.reads;
      times.bytes += size;
      laps.add_to(times.io_ns);
      if (codec_ != nullptr) {
        codec_->deserialize({buffer_.data(), start, {&index_.ends[number], 1}, number});
        laps.add_to(times.codec_ns);
      }
    }
  }

 private:
  const std::string& path_;
  const ObjectIndex& index_;
  std::span<const std::uint64_t> numbers_;
  std::size_t first_;
  std::size_t step_;
  ObjectCodec* codec_;
  Pages buffer_;
};

}  // namespace

ReadTimes get(const std::string& path, const ObjectIndex& index,
              std::span<const std::uint64_t> numbers, Codecs codecs) {
  std::uint64_t largest = 0;
  for (const std::uint64_t number : numbers) {
    largest = std::max(largest, index.ends[number] - index.start(number));
  }
  std::vector<std::unique_ptr<ReadPart>> parts;
  for (std::size_t i = 0; i < codecs.size(); ++i) {
    parts.push_back(std::make_unique<Part>(path, index, numbers, i, codecs.size(),
                                           static_cast<std::size_t>(largest), codecs[i]));
  }
  return read_parts(parts);
}

std::vector<std::uint64_t> read_numbers(const std::string& path, std::uint64_t values) try {
  std::vector<std::uint64_t> numbers;
  Lines lines(path);
  std::string_view line;
  while (lines.next(line)) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    std::uint64_t number = 0;
    const char* const end = line.data() + line.size();
    const auto [stopped, error] = std::from_chars(line.data(), end, number);
    if (error != std::errc() || stopped != end || number >= values) {
      throw BadRequest(path + ":" + std::to_string(numbers.size() + 1) + ": `" +
                       std::string(line.substr(0, 40)) + "` is no number of a value; there are " +
                       std::to_string(values) + ", numbered from 0");
    }
    numbers.push_back(number);
  }
  return numbers;
} catch (const BadValues& error) {
  throw BadRequest(error.what());
}

}  // namespace serbench
