// Integers of any size, and decimals of more digits than 128 bits hold. Included by the types of a
// schema that has some: Boost.Multiprecision takes longer to compile than all else that they need.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "serbench/logical.hpp"

namespace serbench {

using BigInt = boost::multiprecision::cpp_int;

template <int precision>
requires(precision > 38) struct UnscaledOf<precision> {
  using type = BigInt;
};

// In two's complement, big-endian, as few as hold the number; Boost has sign and magnitude.
inline Bytes bytes_of(const BigInt& number) {
  const bool is_negative = number < 0;
  Bytes bytes;
  boost::multiprecision::export_bits(is_negative ? BigInt(-number - 1) : number,
                                     std::back_inserter(bytes), 8);
  if ((bytes.front() & 0x80) != 0) bytes.insert(bytes.begin(), 0);
  if (is_negative) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(~byte);
  }
  return bytes;
}
inline void from_bytes_of(BytesView bytes, BigInt& to) {
  if (bytes.empty()) no_value();
  if ((bytes.front() & 0x80) == 0) {
    boost::multiprecision::import_bits(to, bytes.begin(), bytes.end(), 8);
    return;
  }
  Bytes inverted(bytes.begin(), bytes.end());
  for (std::uint8_t& byte : inverted) byte = static_cast<std::uint8_t>(~byte);
  boost::multiprecision::import_bits(to, inverted.begin(), inverted.end(), 8);
  to = -to - 1;
}

// Digits without a sign; with a zero in front, Boost would take them for octal ones.
inline void from_digits(std::string digits, bool is_negative, BigInt& to) {
  digits.erase(0, digits.find_first_not_of('0'));
  to = digits.empty() ? BigInt(0) : BigInt(digits);
  if (is_negative) to = -to;
}

template <>
struct LogicalType<BigInt> {
  static constexpr bool lowered_is_text = true;

  static std::string word() { return "bigint"; }
  static std::string text(const BigInt& value) { return value.str(); }
  static void from_text(std::string_view text, BigInt& to) {
    std::string_view digits, none;
    const bool is_negative = read_digits(text, 0, digits, none);
    from_digits(std::string(digits), is_negative, to);
  }
  static Bytes bytes(const BigInt& value) { return bytes_of(value); }
  static void from_bytes(BytesView bytes, BigInt& to) { from_bytes_of(bytes, to); }
};

template <int precision, int scale>
requires(precision > 38) struct LogicalType<Decimal<precision, scale>> {
  using T = Decimal<precision, scale>;
  static constexpr bool lowered_is_text = true;

  static std::string word() {
    return "decimal(" + std::to_string(precision) + ", " + std::to_string(scale) + ")";
  }
  static ShortText text(const T& value) {
    const bool is_negative = value.unscaled < 0;
    std::string digits = value.unscaled.str();
    if (is_negative) digits.erase(0, 1);
    if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
    ShortText out;
    add_digits(out, is_negative, digits, scale);
    return out;
  }
  static void from_text(std::string_view text, T& to) {
    std::string_view whole, part;
    const bool is_negative = read_digits(text, scale, whole, part);
    if (whole.size() > precision - scale) no_value();
    from_digits(std::string(whole) + std::string(part), is_negative, to.unscaled);
  }
  static Bytes bytes(const T& value) { return bytes_of(value.unscaled); }
  static void from_bytes(BytesView bytes, T& to) {
    // 76 digits have 253 bits.
    if (bytes.size() > 32) no_value();
    from_bytes_of(bytes, to.unscaled);
    static const BigInt end = boost::multiprecision::pow(BigInt(10), precision);
    if (to.unscaled >= end || to.unscaled <= -end) no_value();
  }
};

}  // namespace serbench
