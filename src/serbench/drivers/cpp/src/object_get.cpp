#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

#include "serbench/block.hpp"
#include "serbench/files.hpp"
#include "serbench/object_reader.hpp"
#include "serbench/posix_file.hpp"
#include "serbench/read_parts.hpp"
#include "serbench/runner.hpp"
#include "serbench/split_clock.hpp"

namespace serbench {
namespace {

// Every `step`-th number of the list, from `first` on.
class Part : public ReadPart {
 public:
  Part(const std::string& path, const ObjectIndex& index, std::span<const std::uint64_t> numbers,
       std::size_t first, std::size_t step, std::size_t largest, ObjectReading* reading)
      : index_(index),
        reading_(reading),
        buffer_(largest + 1),
        path_(path),
        numbers_(numbers),
        first_(first),
        step_(step) {}

  void read() override {
    SplitClock clock;
    const PosixFile file(path_, O_RDONLY);
    for (std::size_t i = first_; i < numbers_.size(); i += step_) {
      const std::uint64_t start = index_.start(numbers_[i]);
      get(file, clock, numbers_[i], start,
          static_cast<std::size_t>(index_.ends[numbers_[i]] - start));
    }
  }

 protected:
  virtual void get(const PosixFile& file, SplitClock& clock, std::uint64_t number,
                   std::uint64_t start, std::size_t size) {
    fill(file, clock, start, {buffer_.data(), size});
    if (reading_ == nullptr) return;
    take(buffer_.data(), number, start);
    clock.add_to(times.codec_ns);
  }

  void fill(const PosixFile& file, SplitClock& clock, std::uint64_t at, std::span<std::byte> to) {
    file.read_at(at, to.data(), to.size());
    ++times.reads;
    times.bytes += to.size();
    clock.add_to(times.io_ns);
  }

  void take(std::byte* bytes, std::uint64_t number, std::uint64_t start) {
    reading_->read({bytes, start, {&index_.ends[number], 1}, number});
  }

  const ObjectIndex& index_;
  ObjectReading* reading_;
  Pages buffer_;  // for the largest value

 private:
  const std::string& path_;
  std::span<const std::uint64_t> numbers_;
  std::size_t first_;
  std::size_t step_;
};

// The same by whole pages, of which the last one read stays.
class PagedPart final : public Part {
 public:
  PagedPart(const std::string& path, const ObjectIndex& index,
            std::span<const std::uint64_t> numbers, std::size_t first, std::size_t step,
            std::size_t largest, ObjectReading* reading, std::size_t page_bytes)
      : Part(path, index, numbers, first, step, largest, reading),
        page_bytes_(page_bytes),
        page_(page_bytes + 1) {}

 private:
  void get(const PosixFile& file, SplitClock& clock, std::uint64_t number, std::uint64_t start,
           std::size_t size) override {
    turn_to(file, clock, start / page_bytes_);
    const auto within = static_cast<std::size_t>(start % page_bytes_);
    std::byte* bytes = page_.data() + within;
    if (within + size > page_bytes_) {
      std::size_t got = 0;
      for (std::size_t more = page_bytes_ - within; more != 0;
           more = std::min(page_bytes_, size - got)) {
        if (got != 0) turn_to(file, clock, there_ + 1);
        put_together(clock, got, {got == 0 ? bytes : page_.data(), more});
        got += more;
      }
      bytes = buffer_.data();
    }
    if (reading_ == nullptr) return;
    take(bytes, number, start);
    clock.add_to(times.codec_ns);
  }

  void put_together(SplitClock& clock, std::size_t at, std::span<const std::byte> more) {
    if (reading_ == nullptr) return;
    std::memcpy(buffer_.data() + at, more.data(), more.size());
    clock.add_to(times.codec_ns);
  }

  void turn_to(const PosixFile& file, SplitClock& clock, std::uint64_t page) {
    if (page == there_) return;
    const std::uint64_t at = page * page_bytes_;
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(page_bytes_, index_.bytes() - at));
    fill(file, clock, at, {page_.data(), size});
    there_ = page;
  }

  std::size_t page_bytes_;
  Pages page_;
  std::uint64_t there_ = UINT64_MAX;
};

}  // namespace

ReadTimes get(const std::string& path, const ObjectIndex& index,
              std::span<const std::uint64_t> numbers, std::size_t page_bytes,
              const Readings& readings) {
  std::uint64_t most = 0;
  for (const std::uint64_t number : numbers) {
    most = std::max(most, index.ends[number] - index.start(number));
  }
  const auto largest = static_cast<std::size_t>(most);
  const std::size_t step = readings.size();
  std::vector<std::unique_ptr<ReadPart>> parts;
  for (std::size_t i = 0; i < step; ++i) {
    ObjectReading* const reading = readings[i].get();
    if (page_bytes == 0) {
      parts.push_back(std::make_unique<Part>(path, index, numbers, i, step, largest, reading));
    } else {
      parts.push_back(
          std::make_unique<PagedPart>(path, index, numbers, i, step, largest, reading, page_bytes));
    }
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
