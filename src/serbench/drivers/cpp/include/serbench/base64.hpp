// Base64 of RFC 4648 with padding.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace serbench {

// Into `out`, whose memory is kept.
void base64_encode(std::span<const std::uint8_t> bytes, std::string& out);

// False if the text is not base64.
bool base64_decode(std::string_view text, std::vector<std::uint8_t>& out);

}  // namespace serbench
