// A library called by hand, without what serbench has around a codec: no described types, no buffer
// of the driver. It speaks the driver protocol, so that it is timed beside serbench's codec and its
// values are proven too, but its loops are these.
//
//   struct Cereal {
//     using Value = Root;                          // or the library's own object, and then
//     void fill(const Root& record, Value& value); //   these two, outside the time
//     void take(const Value& value, Root& record);
//     std::string_view encode(const Value& value); // good until the next call
//     void decode(std::string_view bytes, Value& value);
//   };
//   SERBENCH_DIRECT(Cereal)
//
// `value` of fill and decode is new, unless `static constexpr bool reuses_objects = true`, with
// which both have one that held another value. `static constexpr bool is_plain = true` says that
// Value, though not Root, is what a program keeps its data in: all are filled before the time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serbench/encoded_values.hpp"
#include "serbench/files.hpp"
#include "serbench/meter.hpp"
#include "serbench/object_codec.hpp"
#include "serbench/runner.hpp"
#include "serbench/text.hpp"
#include "serbench/values.hpp"

namespace serbench::direct {

template <class T>
void observe(const T& object) {
  asm volatile("" : : "g"(&object) : "memory");
}

template <class D>
class DirectRunner final : public Runner {
  using Value = typename D::Value;
  static constexpr bool is_root = std::same_as<Value, Root>;
  static constexpr bool is_plain = is_root || requires { D::is_plain; };
  static constexpr bool reuses_objects = requires { D::reuses_objects; };

 public:
  std::vector<Operation> operations() const override {
    if (!is_plain) return {Operation::encode, Operation::decode};
    return {Operation::encode, Operation::decode, Operation::serialize, Operation::deserialize};
  }
  bool has_own_model() const override { return !is_plain; }
  std::size_t values() const override { return set_.values.size(); }

  Digested open(const std::string& path, std::size_t limit) override {
    set_ = load_values(path, limit);
    return {set_.values.size(), digest_of(set_.digests), sum(set_.visits), sum(set_.accesses)};
  }

  Verification verify() override {
    Verification result;
    result.values = set_.values.size();
    encoded_.clear();
    plain_.clear();
    std::vector<std::uint64_t> digests;
    for (std::size_t i = 0; i < set_.values.size(); ++i) {
      const std::string_view bytes = encoded(set_.values[i]);
      encoded_.add(std::as_bytes(std::span(bytes)));
      const Root back = decoded(encoded_[i]);
      digests.push_back(digest_of(back));
      result.visit += visit_sum(back);
      result.encoded_bytes += encoded_[i].size();
      if (digests[i] != set_.digests[i]) {
        ++result.mismatched;
        result.mismatches.push_back({i, unequal("digest", digests[i], set_.digests[i])});
      }
    }
    result.digest = digest_of(digests);
    return result;
  }

  std::size_t walk(Operation operation, std::size_t passes, Meter& meter) override {
    if (encoded_.size() == 0) throw BadRequest("send `verify` first");
    const std::size_t count = set_.values.size();
    if (operation == Operation::encode && !is_plain) {
      for (std::size_t pass = 0; pass < passes; ++pass) encode_filled(meter);
      return passes * count;
    }
    meter.start();
    for (std::size_t pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < count; ++i) {
        if (operation == Operation::encode) {
          observe(direct_.encode(plain(i)));
        } else if constexpr (reuses_objects) {
          direct_.decode(text(encoded_[i]), *reused_);
          observe(*reused_);
        } else {
          Value value;
          direct_.decode(text(encoded_[i]), value);
          observe(value);
        }
      }
    }
    meter.stop();
    return passes * count;
  }

  std::size_t dump(const std::string& path) override {
    std::vector<std::span<const std::byte>> all;
    for (std::size_t i = 0; i < encoded_.size(); ++i) all.push_back(encoded_[i]);
    return write_encoded(path, all);
  }
  Digested load(const std::string&, const std::string&) override {
    throw BadRequest("nothing is loaded here");
  }
  std::unique_ptr<ObjectCodec> object_codec() const override {
    throw BadRequest("no object files are written here");
  }

 private:
  static std::uint64_t sum(const std::vector<std::uint64_t>& sums) {
    std::uint64_t total = 0;
    for (const std::uint64_t one : sums) total += one;
    return total;
  }

  static std::string_view text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  const Value& plain(std::size_t i) const {
    if constexpr (is_root) {
      return set_.values[i];
    } else {
      return *plain_[i];
    }
  }

  std::string_view encoded(const Root& record) {
    if constexpr (is_root) {
      return direct_.encode(record);
    } else if constexpr (is_plain) {
      direct_.fill(record, *plain_.emplace_back(std::make_unique<Value>()));
      return direct_.encode(*plain_.back());
    } else {
      if (!reuses_objects || !reused_) reused_ = std::make_unique<Value>();
      direct_.fill(record, *reused_);
      return direct_.encode(*reused_);
    }
  }

  Root decoded(std::span<const std::byte> bytes) {
    if (!reuses_objects || !reused_) reused_ = std::make_unique<Value>();
    direct_.decode(text(bytes), *reused_);
    if constexpr (is_root) {
      return *reused_;
    } else {
      Root record;
      direct_.take(*reused_, record);
      return record;
    }
  }

  // As in the driver, objects to encode are filled a few at once just before: one that was encoded a
  // thousand times before is in the nearest cache, and the processor has learned its branches.
  void encode_filled(Meter& meter) {
    constexpr std::size_t most = 16, most_bytes = 4096;
    for (std::size_t i = 0; i < encoded_.size();) {
      std::size_t filled = 0;
      for (std::size_t bytes = 0; i < encoded_.size() && filled < most && bytes < most_bytes; ++i) {
        if (filled == inputs_.size()) inputs_.emplace_back();
        auto& input = inputs_[filled++];
        if (!reuses_objects || !input) input = std::make_unique<Value>();
        if constexpr (!is_root) direct_.fill(set_.values[i], *input);
        bytes += encoded_[i].size();
      }
      meter.start();
      for (std::size_t j = 0; j < filled; ++j) observe(direct_.encode(*inputs_[j]));
      meter.stop();
    }
  }

  D direct_;
  WorkingSet set_;
  std::unique_ptr<Value> reused_;
  std::vector<std::unique_ptr<Value>> inputs_;
  std::vector<std::unique_ptr<Value>> plain_;
  EncodedValues encoded_;
};

}  // namespace serbench::direct

#define SERBENCH_DIRECT(D)                                        \
  std::unique_ptr<serbench::Runner> serbench::make_runner() {     \
    return std::make_unique<serbench::direct::DirectRunner<D>>(); \
  }
