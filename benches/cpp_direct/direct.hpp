// A library called by hand for the workload `record`, without what serbench has around a codec:
// no described types, no buffer of the driver. It speaks the driver protocol, so that it is timed
// beside serbench's codec and its values are proven too, but its loops are these.
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
// which `decode` has the last one, and `refills`, with which `fill` has.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "serbench/meter.hpp"
#include "serbench/object_codec.hpp"
#include "serbench/runner.hpp"
#include "serbench/text.hpp"
#include "serbench/values.hpp"

namespace serbench::direct {

using Ids = std::vector<std::int64_t>;
using Strings = std::vector<std::string>;

template <class T>
void observe(const T& object) {
  asm volatile("" : : "g"(&object) : "memory");
}

template <class D>
class DirectRunner final : public Runner {
  using Value = typename D::Value;
  static constexpr bool is_plain = std::same_as<Value, Root>;

 public:
  std::vector<Operation> operations() const override {
    return {Operation::encode, Operation::decode};
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
    inputs_.clear();
    encoded_.clear();
    std::vector<std::uint64_t> digests;
    for (const Root& record : set_.values) {
      auto& input = inputs_.emplace_back(std::make_unique<Value>());
      Value output;
      Root back;
      if constexpr (is_plain) {
        *input = record;
      } else {
        direct_.fill(record, *input);
      }
      encoded_.emplace_back(direct_.encode(*input));
      direct_.decode(encoded_.back(), output);
      if constexpr (is_plain) {
        back = output;
      } else {
        direct_.take(output, back);
      }
      digests.push_back(digest_of(back));
      result.visit += visit_sum(back);
      result.encoded_bytes += encoded_.back().size();
      if (digests.back() != set_.digests[digests.size() - 1]) ++result.mismatched;
    }
    result.digest = digest_of(digests);
    return result;
  }

  std::size_t walk(Operation operation, std::size_t passes, Meter& meter) override {
    if (encoded_.empty()) throw BadRequest("send `verify` first");
    // As in the driver, an object to encode was filled just before: one that was encoded a thousand
    // times before is in the nearest cache, and the processor has learned its branches.
    if constexpr (!is_plain) {
      if (operation == Operation::encode) {
        for (std::size_t pass = 0; pass < passes; ++pass) {
          for (std::size_t i = 0; i < inputs_.size(); ++i) {
            if constexpr (!requires { D::refills; }) inputs_[i] = std::make_unique<Value>();
            direct_.fill(set_.values[i], *inputs_[i]);
            meter.start();
            observe(direct_.encode(*inputs_[i]));
            meter.stop();
          }
        }
        return passes * inputs_.size();
      }
    }
    meter.start();
    for (std::size_t pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        if (operation == Operation::encode) {
          observe(direct_.encode(*inputs_[i]));
        } else if constexpr (requires { D::reuses_objects; }) {
          direct_.decode(encoded_[i], reused_);
          observe(reused_);
        } else {
          Value value;
          direct_.decode(encoded_[i], value);
          observe(value);
        }
      }
    }
    meter.stop();
    return passes * inputs_.size();
  }

  std::size_t dump(const std::string&) override { throw BadRequest("nothing is dumped here"); }
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

  D direct_;
  WorkingSet set_;
  Value reused_;
  std::vector<std::unique_ptr<Value>> inputs_;
  std::vector<std::string> encoded_;
};

}  // namespace serbench::direct

#define SERBENCH_DIRECT(D)                                        \
  std::unique_ptr<serbench::Runner> serbench::make_runner() {     \
    return std::make_unique<serbench::direct::DirectRunner<D>>(); \
  }
