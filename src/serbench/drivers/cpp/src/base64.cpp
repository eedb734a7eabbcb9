#include "serbench/base64.hpp"

#include <array>

namespace serbench {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t invalid = 0xff;

constexpr auto values = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(invalid);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return table;
}();

}  // namespace

void base64_encode(std::span<const std::uint8_t> bytes, std::string& out) {
  out.resize((bytes.size() + 2) / 3 * 4);
  char* to = out.data();
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t group = static_cast<std::uint32_t>(bytes[i]) << 16 |
                                static_cast<std::uint32_t>(bytes[i + 1]) << 8 | bytes[i + 2];
    *to++ = alphabet[group >> 18];
    *to++ = alphabet[group >> 12 & 63];
    *to++ = alphabet[group >> 6 & 63];
    *to++ = alphabet[group & 63];
  }
  const std::size_t left = bytes.size() - i;
  if (left == 0) return;
  const std::uint32_t group = static_cast<std::uint32_t>(bytes[i]) << 16 |
                              (left == 2 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0);
  *to++ = alphabet[group >> 18];
  *to++ = alphabet[group >> 12 & 63];
  *to++ = left == 2 ? alphabet[group >> 6 & 63] : '=';
  *to = '=';
}

bool base64_decode(std::string_view text, std::vector<std::uint8_t>& out) {
  if (text.size() % 4 != 0) return false;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const std::size_t digits = text.size() - padding;
  out.resize(text.size() / 4 * 3 - padding);
  std::size_t to = 0;
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const std::uint8_t value = values[static_cast<unsigned char>(text[i])];
    if (value == invalid) return false;
    group = group << 6 | value;
    if (i % 4 == 3) {
      out[to++] = static_cast<std::uint8_t>(group >> 16);
      out[to++] = static_cast<std::uint8_t>(group >> 8);
      out[to++] = static_cast<std::uint8_t>(group);
      group = 0;
    }
  }
  if (padding == 1) {
    out[to++] = static_cast<std::uint8_t>(group >> 10);
    out[to] = static_cast<std::uint8_t>(group >> 2);
  } else if (padding == 2) {
    out[to] = static_cast<std::uint8_t>(group >> 4);
  }
  return true;
}

}  // namespace serbench
