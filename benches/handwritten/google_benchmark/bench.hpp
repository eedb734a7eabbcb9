// A codec's own file under Google Benchmark. It speaks the driver protocol as far as loading and
// proving the values goes; a `dump` runs Google Benchmark, whose JSON is what it writes.
//
//   #include "serbench/codec.hpp"
//   #undef SERBENCH_CODEC
//   #define SERBENCH_CODEC(C) using Measured = C;
//   #include "CODEC.cpp"
//   #include "bench.hpp"
#pragma once

#include <benchmark/benchmark.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "serbench/encoded_values.hpp"
#include "serbench/measure.hpp"
#include "serbench/runner.hpp"
#include "serbench/text.hpp"
#include "serbench/values.hpp"

namespace serbench {

class BenchmarkRunner final : public Runner {
 public:
  std::vector<Operation> operations() const override {
    return {Operation::encode, Operation::decode};
  }
  bool has_own_model() const override { return false; }
  std::size_t values() const override { return set_.values.size(); }

  Digested open(const std::string& path, std::size_t limit) override {
    set_ = load_values(path, limit);
    return {set_.values.size(), digest_of(set_.digests), sum(set_.visits), sum(set_.accesses)};
  }

  Verification verify() override {
    Verification result;
    result.values = set_.values.size();
    std::vector<std::uint64_t> digests;
    encoded_.clear();
    encoded_.clear();
    for (const Root& value : set_.values) {
      buffer_.clear();
      codec_.encode(value, buffer_);
      encoded_.add(buffer_.bytes());
      Root back;
      codec_.decode(encoded_[encoded_.size() - 1], back);
      digests.push_back(digest_of(back));
      result.visit += visit_sum(back);
      result.encoded_bytes += buffer_.size();
      if (digests.back() != set_.digests[digests.size() - 1]) ++result.mismatched;
    }
    result.digest = digest_of(digests);
    return result;
  }

  std::size_t dump(const std::string& path) override {
    benchmark::RegisterBenchmark("encode", [this](benchmark::State& state) {
      measured(state, [this](std::size_t i) {
        buffer_.clear();
        codec_.encode(set_.values[i], buffer_);
        benchmark::DoNotOptimize(buffer_);
        benchmark::ClobberMemory();
      });
    });
    benchmark::RegisterBenchmark("decode", [this](benchmark::State& state) {
      measured(state, [this](std::size_t i) {
        Root value;
        codec_.decode(encoded_[i], value);
        benchmark::DoNotOptimize(value);
        benchmark::ClobberMemory();
      });
    });
    std::vector<std::string> words = {"bench",
                                      "--benchmark_out=" + path,
                                      "--benchmark_out_format=json",
                                      "--benchmark_repetitions=40",
                                      "--benchmark_min_time=0.01",
                                      "--benchmark_display_aggregates_only=true"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    benchmark::ConsoleReporter console;
    console.SetOutputStream(&std::cerr);  // the reply is what stands on standard output
    console.SetErrorStream(&std::cerr);
    benchmark::RunSpecifiedBenchmarks(&console);
    benchmark::Shutdown();
    return 0;
  }

  std::size_t walk(Operation, std::size_t, Meter&) override { throw BadRequest("dump instead"); }
  Digested load(const std::string&, const std::string&) override {
    throw BadRequest("nothing is loaded here");
  }
  std::unique_ptr<ObjectCodec> object_codec() const override {
    throw BadRequest("no object files are written here");
  }

 private:
  // A pass over all values is an iteration; the kernel stands before and after what is timed.
  template <class F>
  void measured(benchmark::State& state, F each) {
    state.counters["before_ns"] = static_cast<double>(kernel_.time_ns());
    for (auto _ : state) {
      for (std::size_t i = 0; i < set_.values.size(); ++i) each(i);
    }
    state.counters["after_ns"] = static_cast<double>(kernel_.time_ns());
  }

  static std::uint64_t sum(const std::vector<std::uint64_t>& sums) {
    std::uint64_t total = 0;
    for (const std::uint64_t one : sums) total += one;
    return total;
  }

  Measured codec_;
  WorkingSet set_;
  Buffer buffer_;
  EncodedValues encoded_;
  Kernel kernel_;
};

}  // namespace serbench

std::unique_ptr<serbench::Runner> serbench::make_runner() {
  return std::make_unique<serbench::BenchmarkRunner>();
}
