// What docs/object-files.md asks of a codec, for the codec and the schema of this driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "serbench/object_codec.hpp"
#include "serbench/plain_path.hpp"
#include "serbench/runner.hpp"

namespace serbench {

template <class C, bool reuses_objects>
class ObjectPath final : public ObjectCodec {
 public:
  void open_values(const std::string& path) override { chunks_.emplace(path); }

  std::size_t next_chunk(std::size_t most, Hasher& digests) override {
    const std::vector<Root>& values = chunks_->next(most);
    for (const Root& value : values) {
      const std::uint64_t digest = digest_of(value);
      digests.add(&digest, sizeof digest);
    }
    return values.size();
  }

  std::size_t serialize(std::size_t from, Block& block, std::vector<std::uint64_t>& ends) override {
    const std::vector<Root>& values = chunks_->values();
    std::uint64_t end = ends.empty() ? 0 : ends.back();
    std::size_t i = from;
    try {
      for (; i < values.size() && !block.is_full(); ++i) {
        end += block.add([&](Buffer& out) { path_.serialize(values[i], out); });
        ends.push_back(end);
      }
    } catch (const CannotHold& error) {
      throw CannotHold(at(ends.size(), error));
    } catch (const std::exception& error) {
      throw std::runtime_error(at(ends.size(), error));
    }
    return i;
  }

  void close_values() override { chunks_.reset(); }

  void deserialize(const EncodedRun& run) override {
    for_each(run, [](const Root& value) { observe(value); });
  }

  void digest(const EncodedRun& run, Hasher& digests) override {
    for_each(run, [&](const Root& value) {
      const std::uint64_t digest = digest_of(value);
      digests.add(&digest, sizeof digest);
    });
  }

 private:
  static std::string at(std::size_t number, const std::exception& error) {
    return "value " + std::to_string(number) + ": " + error.what();
  }

  // Calls f with each value of the run. The zero byte after a value lies where the next begins, and
  // is taken away before this value is dropped: the processor stalls if it loads what it is about to
  // store.
  template <class F>
  void for_each(const EncodedRun& run, F&& f) {
    std::byte* from = run.first;
    std::uint64_t start = run.start;
    std::size_t i = 0;
    try {
      for (; i < run.ends.size(); ++i) {
        const std::size_t size = run.ends[i] - start;
        Root value;
        const std::byte next = std::exchange(from[size], std::byte{0});
        path_.deserialize({from, size}, value);
        from[size] = next;
        f(std::as_const(value));
        from += size;
        start += size;
      }
    } catch (const std::exception& error) {
      throw std::runtime_error(at(run.number + i, error));
    }
  }

  PlainPath<C, reuses_objects> path_;
  std::optional<ValueChunks> chunks_;
};

}  // namespace serbench
