// protobuf's messages of a point in time and of a span: seconds, and nanoseconds of the same sign,
// but of a point before 1970 from the second below.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

#include "serbench/describe.hpp"

namespace serbench::proto {

struct SecondsAndNanos {
  std::int64_t seconds;
  std::int32_t nanos;
};

template <class Unit>
SecondsAndNanos seconds_and_nanos(const std::chrono::sys_time<Unit>& time) {
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  return {second.time_since_epoch().count(),
          static_cast<std::int32_t>(std::chrono::nanoseconds(time - second).count())};
}
template <class Rep, class Period>
SecondsAndNanos seconds_and_nanos(const std::chrono::duration<Rep, Period>& span) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(span);
  return {seconds.count(),
          static_cast<std::int32_t>(std::chrono::nanoseconds(span - seconds).count())};
}

template <class Unit>
Unit span_of(SecondsAndNanos from) {
  constexpr std::int64_t per_second = Unit::period::den;
  constexpr std::int64_t nanos = 1'000'000'000 / per_second;
  const __int128 count = __int128{from.seconds} * per_second + from.nanos / nanos;
  if (count < std::numeric_limits<std::int64_t>::min() ||
      count > std::numeric_limits<std::int64_t>::max()) {
    throw BeyondType("a time beyond 64 bits of its unit");
  }
  return Unit(static_cast<std::int64_t>(count));
}
template <class Unit>
void from_seconds_and_nanos(SecondsAndNanos from, std::chrono::sys_time<Unit>& to) {
  to = std::chrono::sys_time<Unit>(span_of<Unit>(from));
}
template <class Rep, class Period>
void from_seconds_and_nanos(SecondsAndNanos from, std::chrono::duration<Rep, Period>& to) {
  to = span_of<std::chrono::duration<Rep, Period>>(from);
}

}  // namespace serbench::proto
