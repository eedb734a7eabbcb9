// Logical types as C++ programs have them, with what they are lowered to, their canonical text
// (docs/types.md) and what conventions write in their place. Included by the types of a schema that
// has some; serbench/big_integer.hpp has those of any size. LogicalType says of each:
//   using Count = ...;                                    // an integer that stands for it
//   static Count count(const T&);   static void from_count(Count, T&);
//   static auto text(const T&);     static void from_text(std::string_view, T&);
//   static auto bytes(const T&);    static void from_bytes(BytesView, T&);
//   static constexpr bool lowered_is_text;                // or it is lowered to its count
//   static bool is_sound(const T&);                       // of one that was copied from bytes
//   static std::string word();
// as far as some convention has it; each `from` throws what std::runtime_error is.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "serbench/describe.hpp"

// For headers of libraries that only such schemas need.
#define SERBENCH_LOGICAL_TYPES 1

namespace serbench {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UnsignedInt128;

// The time since midnight. A struct, which overloads tell from a duration; std::chrono::hh_mm_ss has
// no ==.
template <class Duration>
struct TimeOfDay {
  Duration since_midnight{};
  bool operator==(const TimeOfDay&) const = default;
};

// A point in time, and how far the clock on the wall was from UTC.
template <class Duration>
struct OffsetTime {
  std::chrono::sys_time<Duration> time{};
  std::chrono::minutes offset{};
  bool operator==(const OffsetTime&) const = default;
};

// 1.10 is 110 of scale 2.
template <int precision>
struct UnscaledOf {
  using type = std::conditional_t<precision <= 18, std::int64_t, Int128>;
};
template <int precision, int scale>
struct Decimal {
  typename UnscaledOf<precision>::type unscaled{};
  bool operator==(const Decimal&) const = default;
};

struct Uuid {
  std::array<std::uint8_t, 16> bytes{};
  auto operator<=>(const Uuid&) const = default;
};

[[noreturn, gnu::cold, gnu::noinline]] inline void beyond_type() {
  throw BeyondType("a value is beyond its type");
}
[[noreturn, gnu::cold, gnu::noinline]] inline void no_value() {
  throw std::runtime_error("what stands in place of a logical type is none of its values");
}

// Text in place: none but that of big integers is longer.
class ShortText {
 public:
  // A zero byte follows.
  operator std::string_view() const { return {text_.data(), size_}; }

  void add(char c) { text_[size_++] = c; }
  void add(std::string_view text) {
    std::copy(text.begin(), text.end(), text_.begin() + size_);
    size_ += text.size();
  }
  // With zeros in front, if it has fewer digits.
  void add(std::uint64_t number, std::size_t digits) {
    std::size_t count = 1;
    for (std::uint64_t rest = number; rest >= 10; rest /= 10) ++count;
    digits = std::max(digits, count);
    for (std::size_t i = digits; i-- > 0; number /= 10) {
      text_[size_ + i] = static_cast<char>('0' + number % 10);
    }
    size_ += digits;
  }

 private:
  std::size_t size_ = 0;
  std::array<char, 104> text_{};
};

// Reads a text from its front.
class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  bool take(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void need(char c) {
    if (!take(c)) no_value();
  }
  void end() const {
    if (!text_.empty()) no_value();
  }
  // All digits that follow, one at least.
  std::string_view digits() {
    std::size_t count = 0;
    while (count < text_.size() && text_[count] >= '0' && text_[count] <= '9') ++count;
    if (count == 0) no_value();
    const std::string_view taken = text_.substr(0, count);
    text_.remove_prefix(count);
    return taken;
  }
  std::int64_t number(std::size_t least, std::size_t most) {
    const std::string_view taken = digits();
    if (taken.size() < least || taken.size() > most) no_value();
    std::int64_t number = 0;
    for (const char c : taken) number = number * 10 + (c - '0');
    return number;
  }
  // Two digits, and less than `end`.
  std::int64_t two_digits(std::int64_t end) {
    if (text_.size() < 2 || !is_digit(text_[0]) || !is_digit(text_[1])) no_value();
    const std::int64_t number = (text_[0] - '0') * 10 + (text_[1] - '0');
    if (number >= end) no_value();
    text_.remove_prefix(2);
    return number;
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  std::string_view text_;
};

// Of a unit of time.
template <class Duration>
inline constexpr std::int64_t per_second = Duration::period::den / Duration::period::num;
template <class Duration>
inline constexpr std::size_t fraction_digits = per_second<Duration> == 1           ? 0
                                               : per_second<Duration> == 1'000     ? 3
                                               : per_second<Duration> == 1'000'000 ? 6
                                                                                   : 9;
template <class Duration>
inline constexpr const char* unit_word = per_second<Duration> == 1           ? "_s"
                                         : per_second<Duration> == 1'000     ? "_ms"
                                         : per_second<Duration> == 1'000'000 ? "_us"
                                                                             : "_ns";
template <class Duration>
inline constexpr std::int64_t per_day = 86'400 * per_second<Duration>;

template <class Integer>
Integer narrowed(Int128 number) {
  if (number < std::numeric_limits<Integer>::min() || number > std::numeric_limits<Integer>::max())
    beyond_type();
  return static_cast<Integer>(number);
}

template <class Integer>
constexpr Integer power_of_10(int exponent) {
  Integer power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

constexpr std::int64_t floor_of(std::int64_t number, std::int64_t divisor) {
  return number / divisor - (number % divisor < 0);
}

// Days: Howard Hinnant, chrono-compatible low-level date algorithms. std::chrono's own end at the
// years -32767 and 32767.

inline std::int64_t days_of(std::int64_t year, std::int64_t month, std::int64_t day) {
  year -= month <= 2;
  const std::int64_t era = floor_of(year, 400), of_era = year - era * 400;
  const std::int64_t of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
  return era * 146'097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719'468;
}

inline void add_date(ShortText& out, std::int64_t days) {
  days += 719'468;
  const std::int64_t era = floor_of(days, 146'097), of_era = days - era * 146'097;
  std::int64_t year = (of_era - of_era / 1460 + of_era / 36'524 - of_era / 146'096) / 365;
  const std::int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
  const std::int64_t shifted = (5 * of_year + 2) / 153;
  const std::int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
  year += era * 400 + (month <= 2);
  if (year < 0 || year > 9999) out.add(year < 0 ? '-' : '+');
  out.add(static_cast<std::uint64_t>(year < 0 ? -year : year), 4);
  out.add('-');
  out.add(static_cast<std::uint64_t>(month), 2);
  out.add('-');
  out.add(static_cast<std::uint64_t>(of_year - (153 * shifted + 2) / 5 + 1), 2);
}

inline std::int64_t read_date(TextReader& in) {
  const bool is_negative = in.take('-');
  const bool has_sign = is_negative || in.take('+');
  const std::int64_t digits = in.number(4, has_sign ? 12 : 4);
  const std::int64_t year = is_negative ? -digits : digits;
  in.need('-');
  const std::int64_t month = in.two_digits(13);
  in.need('-');
  const std::int64_t day = in.two_digits(32);
  if (month == 0 || day == 0) no_value();
  const std::int64_t days = days_of(year, month, day);
  const std::int64_t next = month == 12 ? days_of(year + 1, 1, 1) : days_of(year, month + 1, 1);
  if (days >= next) no_value();  // the 31st of a month that has fewer
  return days;
}

template <class Duration>
void add_fraction(ShortText& out, std::int64_t part) {
  if constexpr (fraction_digits<Duration> != 0) {
    out.add('.');
    out.add(static_cast<std::uint64_t>(part), fraction_digits<Duration>);
  }
}

template <class Duration>
std::int64_t read_fraction(TextReader& in) {
  if (!in.take('.')) return 0;
  const std::string_view digits = in.digits();
  std::int64_t part = 0;
  for (std::size_t i = 0; i < std::max(digits.size(), fraction_digits<Duration>); ++i) {
    const std::int64_t digit = i < digits.size() ? digits[i] - '0' : 0;
    if (i < fraction_digits<Duration>) {
      part = part * 10 + digit;
    } else if (digit != 0) {
      no_value();  // finer than the unit
    }
  }
  return part;
}

// A count from 0.
template <class Duration>
void add_time(ShortText& out, std::uint64_t count) {
  constexpr auto unit = static_cast<std::uint64_t>(per_second<Duration>);
  const std::uint64_t seconds = count / unit, minutes = seconds / 60;
  out.add(minutes / 60, 2);
  out.add(':');
  out.add(minutes % 60, 2);
  out.add(':');
  out.add(seconds % 60, 2);
  add_fraction<Duration>(out, static_cast<std::int64_t>(count % unit));
}

template <class Duration>
Int128 read_time(TextReader& in, std::int64_t hours) {
  in.need(':');
  const std::int64_t minutes = in.two_digits(60);
  in.need(':');
  const Int128 seconds = (Int128{hours} * 60 + minutes) * 60 + in.two_digits(60);
  return seconds * per_second<Duration> + read_fraction<Duration>(in);
}

// As the clock on the wall shows it, so many units from UTC.
template <class Duration>
void add_moment(ShortText& out, std::int64_t count, std::int64_t offset = 0) {
  const std::int64_t days = floor_of(count, per_day<Duration>);
  std::int64_t of_day = count % per_day<Duration>;  // days of nanoseconds may be beyond 64 bits
  of_day += (of_day < 0 ? per_day<Duration> : 0) + offset;
  const std::int64_t further = floor_of(of_day, per_day<Duration>);
  of_day -= further * per_day<Duration>;
  add_date(out, days + further);
  out.add('T');
  add_time<Duration>(out, static_cast<std::uint64_t>(of_day));
}

template <class Duration>
Int128 read_moment(TextReader& in) {
  const std::int64_t days = read_date(in);
  in.need('T');
  const std::int64_t hours = in.two_digits(24);
  return Int128{days} * per_day<Duration> + read_time<Duration>(in, hours);
}

template <>
struct LogicalType<std::chrono::sys_days> {
  using T = std::chrono::sys_days;
  using Count = std::int32_t;
  static constexpr bool lowered_is_text = false;

  static std::string word() { return "date"; }
  static bool is_sound(T value) { return std::in_range<Count>(value.time_since_epoch().count()); }
  static Count count(T value) { return static_cast<Count>(value.time_since_epoch().count()); }
  static void from_count(Count count, T& to) { to = T(std::chrono::days(count)); }
  static ShortText text(T value) {
    ShortText out;
    add_date(out, value.time_since_epoch().count());
    return out;
  }
  static void from_text(std::string_view text, T& to) {
    TextReader in(text);
    const std::int64_t days = read_date(in);
    in.end();
    from_count(narrowed<Count>(days), to);
  }
};

// A local time, or one in UTC.
template <class Clock, class Duration>
struct LogicalType<std::chrono::time_point<Clock, Duration>> {
  using T = std::chrono::time_point<Clock, Duration>;
  using Count = std::int64_t;
  static constexpr bool lowered_is_text = false;
  static constexpr bool is_utc = std::same_as<Clock, std::chrono::system_clock>;

  static std::string word() {
    return std::string("timestamp") + unit_word<Duration> + (is_utc ? "_utc" : "");
  }
  static bool is_sound(T) { return true; }
  static Count count(T value) { return value.time_since_epoch().count(); }
  static void from_count(Count count, T& to) { to = T(Duration(count)); }
  static ShortText text(T value) {
    ShortText out;
    add_moment<Duration>(out, count(value));
    if (is_utc) out.add('Z');
    return out;
  }
  static void from_text(std::string_view text, T& to) {
    TextReader in(text);
    const Int128 count = read_moment<Duration>(in);
    if (is_utc) in.need('Z');
    in.end();
    from_count(narrowed<Count>(count), to);
  }
};

template <class Duration>
struct LogicalType<OffsetTime<Duration>> {
  using T = OffsetTime<Duration>;
  static constexpr bool lowered_is_text = true;

  static std::string word() { return std::string("timestamp") + unit_word<Duration> + "_offset"; }
  static bool is_sound(const T& value) {
    // Not by abs, which overflows for the least of 64 bits.
    return value.offset > -std::chrono::days(1) && value.offset < std::chrono::days(1);
  }
  static ShortText text(const T& value) {
    ShortText out;
    const std::int64_t minutes = value.offset.count();
    add_moment<Duration>(out, value.time.time_since_epoch().count(), minutes * per_minute);
    if (minutes == 0) {
      out.add('Z');
      return out;
    }
    const auto size = static_cast<std::uint64_t>(minutes < 0 ? -minutes : minutes);
    out.add(minutes < 0 ? '-' : '+');
    out.add(size / 60, 2);
    out.add(':');
    out.add(size % 60, 2);
    return out;
  }
  static void from_text(std::string_view text, T& to) {
    TextReader in(text);
    const Int128 local = read_moment<Duration>(in);
    std::int64_t minutes = 0;
    if (!in.take('Z')) {
      const bool is_negative = in.take('-');
      if (!is_negative) in.need('+');
      minutes = in.two_digits(24) * 60;
      in.need(':');
      minutes += in.two_digits(60);
      if (is_negative) minutes = -minutes;
    }
    in.end();
    to.time = std::chrono::sys_time<Duration>(
        Duration(narrowed<std::int64_t>(local - minutes * per_minute)));
    to.offset = std::chrono::minutes(minutes);
  }

 private:
  static constexpr std::int64_t per_minute = 60 * per_second<Duration>;
};

template <class Duration>
struct LogicalType<TimeOfDay<Duration>> {
  using T = TimeOfDay<Duration>;
  using Count = std::conditional_t<per_second<Duration> <= 1'000, std::int32_t, std::int64_t>;
  static constexpr bool lowered_is_text = false;

  static std::string word() { return std::string("time") + unit_word<Duration>; }
  static bool is_sound(T value) { return std::in_range<Count>(value.since_midnight.count()); }
  static Count count(T value) { return static_cast<Count>(value.since_midnight.count()); }
  static void from_count(Count count, T& to) { to.since_midnight = Duration(count); }
  // Also of one that is beyond a day, as columns may hold them.
  static ShortText text(T value) {
    ShortText out;
    const std::int64_t count = value.since_midnight.count();
    if (count < 0) out.add('-');
    const auto size = static_cast<std::uint64_t>(count);
    add_time<Duration>(out, count < 0 ? 0 - size : size);
    return out;
  }
  static void from_text(std::string_view text, T& to) {
    TextReader in(text);
    const bool is_negative = in.take('-');
    const Int128 count = read_time<Duration>(in, in.number(2, 16));
    in.end();
    from_count(narrowed<Count>(is_negative ? -count : count), to);
  }
};

template <class Rep, class Period>
struct LogicalType<std::chrono::duration<Rep, Period>> {
  using T = std::chrono::duration<Rep, Period>;
  using Count = std::int64_t;
  static constexpr bool lowered_is_text = false;

  static std::string word() { return std::string("duration") + unit_word<T>; }
  static bool is_sound(T) { return true; }
  static Count count(T value) { return value.count(); }
  static void from_count(Count count, T& to) { to = T(count); }
  static ShortText text(T value) {
    ShortText out;
    const bool is_negative = value.count() < 0;
    const auto count = static_cast<std::uint64_t>(value.count());
    const std::uint64_t size = is_negative ? 0 - count : count;
    constexpr auto unit = static_cast<std::uint64_t>(per_second<T>);
    out.add(is_negative ? std::string_view("-PT") : std::string_view("PT"));
    out.add(size / unit, 1);
    add_fraction<T>(out, static_cast<std::int64_t>(size % unit));
    out.add('S');
    return out;
  }
  static void from_text(std::string_view text, T& to) {
    TextReader in(text);
    const bool is_negative = in.take('-');
    in.need('P');
    in.need('T');
    Int128 count = 0;
    const std::string_view digits = in.digits();
    if (digits.size() > 20) beyond_type();
    for (const char c : digits) count = count * 10 + (c - '0');
    count = count * per_second<T> + read_fraction<T>(in);
    in.need('S');
    in.end();
    from_count(narrowed<Count>(is_negative ? -count : count), to);
  }
};

// A decimal's text: its digits, with a point before the last `scale`.
template <class Text>
void add_digits(Text& out, bool is_negative, std::string_view digits, std::size_t scale) {
  if (is_negative) out.add('-');
  out.add(digits.substr(0, digits.size() - scale));
  if (scale == 0) return;
  out.add('.');
  out.add(digits.substr(digits.size() - scale));
}

// Digits before and behind the point, of which there are `scale`; true if there is a minus.
inline bool read_digits(std::string_view text, std::size_t scale, std::string_view& whole,
                        std::string_view& part) {
  TextReader in(text);
  const bool is_negative = in.take('-');
  whole = in.digits();
  part = {};
  if (scale != 0) {
    in.need('.');
    part = in.digits();
    if (part.size() != scale) no_value();
  }
  in.end();
  while (!whole.empty() && whole.front() == '0') whole.remove_prefix(1);
  return is_negative;
}

// In two's complement, big-endian, as few as hold the number.
class ShortBytes {
 public:
  explicit ShortBytes(Int128 number) {
    for (Int128 rest = number >> 7; rest != 0 && rest != -1; rest >>= 8) ++size_;
    for (std::size_t i = size_; i-- > 0; number >>= 8)
      bytes_[i] = static_cast<std::uint8_t>(number);
  }
  operator BytesView() const { return {bytes_.data(), size_}; }

 private:
  std::size_t size_ = 1;
  std::array<std::uint8_t, sizeof(Int128)> bytes_;
};

// Room for bytes to read, which are few unless they are of an integer of any size.
class BytesToRead {
 public:
  std::uint8_t* room(std::size_t size) {
    size_ = size;
    if (size <= few_.size()) return few_.data();
    many_.resize(size);
    return many_.data();
  }
  operator BytesView() const { return {size_ <= few_.size() ? few_.data() : many_.data(), size_}; }

 private:
  std::size_t size_ = 0;
  std::array<std::uint8_t, 32> few_;
  Bytes many_;
};

template <int precision, int scale>
struct LogicalType<Decimal<precision, scale>> {
  using T = Decimal<precision, scale>;
  using Count = std::int64_t;
  static constexpr bool lowered_is_text = scale != 0 || precision > 18;

  static std::string word() {
    return "decimal(" + std::to_string(precision) + ", " + std::to_string(scale) + ")";
  }
  static bool is_sound(const T& value) { return -end < value.unscaled && end > value.unscaled; }
  static Count count(const T& value) {
    static_assert(precision <= 18);
    return value.unscaled;
  }
  static void from_count(Count count, T& to) { set(to, count); }
  static ShortText text(const T& value) {
    ShortText out, digits;
    const bool is_negative = value.unscaled < 0;
    auto size = static_cast<UnsignedInt128>(value.unscaled);
    if (is_negative) size = 0 - size;
    constexpr std::uint64_t half = 10'000'000'000'000'000'000u;  // of 19 digits
    constexpr std::size_t least = scale + 1;
    if (size < half) {
      // More zeros than 64 bits have digits.
      for (std::size_t i = 19; i < least; ++i) digits.add('0');
      digits.add(static_cast<std::uint64_t>(size), std::min<std::size_t>(least, 19));
    } else {
      digits.add(static_cast<std::uint64_t>(size / half), least > 19 ? least - 19 : 1);
      digits.add(static_cast<std::uint64_t>(size % half), 19);
    }
    add_digits(out, is_negative, digits, scale);
    return out;
  }
  static void from_text(std::string_view text, T& to) {
    std::string_view whole, part;
    const bool is_negative = read_digits(text, scale, whole, part);
    if (whole.size() > precision - scale) no_value();
    Unscaled number = 0;
    for (const char c : whole) number = number * 10 + (c - '0');
    for (const char c : part) number = number * 10 + (c - '0');
    to.unscaled = is_negative ? -number : number;
  }
  static ShortBytes bytes(const T& value) { return ShortBytes(value.unscaled); }
  static void from_bytes(BytesView bytes, T& to) {
    if (bytes.empty() || bytes.size() > sizeof(Int128)) no_value();
    UnsignedInt128 number = (bytes[0] & 0x80) != 0 ? ~UnsignedInt128{0} : 0;
    for (const std::uint8_t byte : bytes) number = number << 8 | byte;
    set(to, static_cast<Int128>(number));
  }

 private:
  using Unscaled = typename UnscaledOf<precision>::type;
  static constexpr Unscaled end = power_of_10<Unscaled>(precision);

  static void set(T& to, Int128 number) {
    if (number >= end || number <= -end) no_value();
    to.unscaled = static_cast<Unscaled>(number);
  }
};

template <>
struct LogicalType<Uuid> {
  static constexpr bool lowered_is_text = true;

  static std::string word() { return "uuid"; }
  static bool is_sound(const Uuid&) { return true; }
  static ShortText text(const Uuid& value) {
    ShortText out;
    for (std::size_t i = 0; i < value.bytes.size(); ++i) {
      if (i == 4 || i == 6 || i == 8 || i == 10) out.add('-');
      out.add("0123456789abcdef"[value.bytes[i] >> 4]);
      out.add("0123456789abcdef"[value.bytes[i] & 15]);
    }
    return out;
  }
  static void from_text(std::string_view text, Uuid& to) {
    if (text.size() != 36) no_value();
    std::size_t at = 0;
    for (std::size_t i = 0; i < to.bytes.size(); ++i) {
      if ((i == 4 || i == 6 || i == 8 || i == 10) && text[at++] != '-') no_value();
      const unsigned high = hex_digit(text[at++]), low = hex_digit(text[at++]);
      to.bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
    }
  }
  static BytesView bytes(const Uuid& value) { return value.bytes; }
  static void from_bytes(BytesView bytes, Uuid& to) {
    if (bytes.size() != to.bytes.size()) no_value();
    std::copy(bytes.begin(), bytes.end(), to.bytes.begin());
  }

 private:
  static unsigned hex_digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    no_value();
  }
};

}  // namespace serbench
