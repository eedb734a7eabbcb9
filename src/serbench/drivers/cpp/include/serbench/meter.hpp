// What is switched on around the parts of a walk that count, and off again for all others.
#pragma once

#include <cstdint>

#include "serbench/measure.hpp"

namespace serbench {

class Meter {
 public:
  virtual ~Meter() = default;
  virtual void start() = 0;
  virtual void stop() = 0;
};

// For walks that only warm the caches.
class NoMeter final : public Meter {
 public:
  void start() override {}
  void stop() override {}
};

// Without what it takes to read the clock, which would be a few percent of the shortest laps.
class Stopwatch final : public Meter {
 public:
  void start() override { started_ns_ = now_ns(); }
  void stop() override {
    const std::uint64_t lap_ns = now_ns() - started_ns_;
    total_ns_ += lap_ns > reading_ns ? lap_ns - reading_ns : 0;
  }
  std::uint64_t total_ns() const { return total_ns_; }

 private:
  static const std::uint64_t reading_ns;

  std::uint64_t started_ns_ = 0;
  std::uint64_t total_ns_ = 0;
};

class AllocationMeter final : public Meter {
 public:
  ~AllocationMeter() override { stop_counting(); }  // where a library threw
  void start() override { start_counting(); }
  void stop() override {
    const Allocations lap = stop_counting();
    total_.calls += lap.calls;
    total_.bytes += lap.bytes;
  }
  const Allocations& total() const { return total_; }

 private:
  Allocations total_{};
};

}  // namespace serbench
