#include "serbench/text.hpp"

namespace serbench {
namespace {

// The length of the UTF-8 sequence at the start of the text, 0 if there is none (RFC 3629).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) >= 0xa0;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90;
    const bool beyond = first == 0xf4 && byte(1) >= 0x90;
    return continues(1) && continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string hex(std::uint64_t number) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4) digits[i] = "0123456789abcdef"[number & 15];
  return digits;
}

std::string unequal(std::string_view what, std::uint64_t got, std::uint64_t wanted) {
  return std::string(what) + " " + hex(got) + " is not " + hex(wanted);
}

std::size_t utf8_bytes(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = sequence_length(text.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) {
      out += '?';
      text.remove_prefix(1);
    } else {
      out += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return out;
}

}  // namespace serbench
