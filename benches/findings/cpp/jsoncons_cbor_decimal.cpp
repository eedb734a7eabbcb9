// A decimal fraction in CBOR (tag 4) of 0.10 is written with the digits 010, which are read as octal.
// jsoncons 1.3.2 (headers as `serbench setup` fetches them)
// run: g++ -std=c++17 -I ~/.cache/serbench/fetched/cpp/jsoncons-*/include benches/findings/cpp/jsoncons_cbor_decimal.cpp -o /tmp/jsoncons_cbor_decimal && /tmp/jsoncons_cbor_decimal
// Prints: 1.10: 1.10
//   0.10: 0.08
//   0.77: 0.63
//   0.09: refused: Invalid digit
//   -0.10: -0.08
//   123456789012345678.90: 1.2345678901234567890e+17
#include <iostream>
#include <jsoncons/json.hpp>
#include <jsoncons_ext/cbor/cbor.hpp>
#include <string>
#include <vector>

static std::string again(const std::string& text) {
  try {
    std::vector<std::uint8_t> bytes;
    jsoncons::cbor::encode_cbor(jsoncons::json(text, jsoncons::semantic_tag::bigdec), bytes);
    return jsoncons::cbor::decode_cbor<jsoncons::json>(bytes).as<std::string>();
  } catch (const std::exception& error) {
    return std::string("refused: ") + error.what();
  }
}

int main() {
  for (const char* text : {"1.10", "0.10", "0.77", "0.09", "-0.10", "123456789012345678.90"}) {
    std::cout << text << ": " << again(text) << '\n';
  }
  return again("0.10") == "0.10" ? 1 : 0;
}
