// A timestamp in MessagePack of a time before 1970 that is no whole second is another time to others.
// jsoncons 1.3.2 (headers as `serbench setup` fetches them)
// run: g++ -std=c++17 -I ~/.cache/serbench/fetched/cpp/jsoncons-*/include benches/findings/cpp/jsoncons_msgpack_before_1970.cpp -o /tmp/jsoncons_msgpack_before_1970 && /tmp/jsoncons_msgpack_before_1970
// Prints: -1.5 s: c70cff1dcd6500ffffffffffffffff
//   -1.5 s of others: -2500000000 ns
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <jsoncons/json.hpp>
#include <jsoncons_ext/msgpack/msgpack.hpp>
#include <vector>

int main() {
  using jsoncons::semantic_tag;
  std::vector<std::uint8_t> bytes;
  jsoncons::msgpack::encode_msgpack(jsoncons::json(std::int64_t{-1500}, semantic_tag::epoch_milli),
                                    bytes);
  std::cout << "-1.5 s: ";
  for (const std::uint8_t byte : bytes) std::printf("%02x", byte);
  std::cout << std::endl;
  // -2 seconds and 500,000,000 nanoseconds, as the specification has it.
  const std::vector<std::uint8_t> right{0xc7, 12,   0xff, 0x1d, 0xcd, 0x65, 0x00, 0xff,
                                        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe};
  const auto read = jsoncons::msgpack::decode_msgpack<jsoncons::json>(right);
  std::cout << "-1.5 s of others: " << read.as<std::string>() << " ns\n";
  return bytes == right ? 1 : 0;
}
