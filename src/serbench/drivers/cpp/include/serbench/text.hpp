// Small pieces of text in replies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace serbench {

// 16 lower-case hex digits.
std::string hex(std::uint64_t number);

// "decode: digest 0000000000000012 is not 0000000000000034"
std::string unequal(std::string_view what, std::uint64_t got, std::uint64_t wanted);

// How many bytes at the start of the text are UTF-8: its size, if all of it is.
std::size_t utf8_bytes(std::string_view text);

// The text, with a question mark for every byte that is no part of UTF-8: what a library says in
// an exception may quote the data it could not read.
std::string printable(std::string_view text);

}  // namespace serbench
