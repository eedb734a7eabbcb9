// UBJSON of an integer above 2^63 - 1 has no value for it, so that the bytes cannot be read.
// jsoncons 1.3.2 (headers as `serbench setup` fetches them)
// run: g++ -std=c++17 -I ~/.cache/serbench/fetched/cpp/jsoncons-*/include benches/findings/cpp/jsoncons_ubjson_u64.cpp -o /tmp/jsoncons_ubjson_u64 && /tmp/jsoncons_ubjson_u64
// Prints: 2^63 - 1: 9 bytes of value
//   2^63: 0 bytes of value
#include <cstdint>
#include <iostream>
#include <jsoncons/json.hpp>
#include <jsoncons_ext/ubjson/ubjson.hpp>
#include <vector>

int main() {
  const auto size = [](std::uint64_t number) {
    jsoncons::json list(jsoncons::json_array_arg);
    list.push_back(number);
    std::vector<std::uint8_t> one, none;
    jsoncons::ubjson::encode_ubjson(list, one);
    jsoncons::ubjson::encode_ubjson(jsoncons::json(jsoncons::json_array_arg), none);
    return one.size() - none.size();
  };
  const std::uint64_t most = INT64_MAX;
  std::cout << "2^63 - 1: " << size(most) << " bytes of value\n";
  std::cout << "2^63: " << size(most + 1) << " bytes of value\n";
  return size(most + 1) == 0 ? 0 : 1;
}
