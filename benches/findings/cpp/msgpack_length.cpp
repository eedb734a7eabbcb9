// Five bytes are a map of 2.5 billion entries, for which room is made first, unless an unpack_limit is passed.
// msgpack-cxx 7.0.0 (headers as `serbench setup` fetches them)
// run: g++ -std=c++17 -DMSGPACK_NO_BOOST -I ~/.cache/serbench/fetched/cpp/msgpack-*/include benches/findings/cpp/msgpack_length.cpp -o /tmp/msgpack_length && /tmp/msgpack_length
// Prints: without a limit, in 4 GiB: std::bad_alloc
//   with a limit: map size overflow
#include <sys/resource.h>

#include <iostream>
#include <msgpack.hpp>

int main() {
  const rlimit four_gib{4ul << 30, 4ul << 30};
  setrlimit(RLIMIT_AS, &four_gib);
  const char bytes[] = "\xdf\x96\x6e\x65\x91";
  int expected = 0;
  try {
    msgpack::unpack(bytes, 5);
  } catch (const std::bad_alloc&) {
    std::cout << "without a limit, in 4 GiB: std::bad_alloc\n", ++expected;
  }
  try {
    msgpack::unpack(bytes, 5, nullptr, nullptr, msgpack::unpack_limit(1000, 1000));
  } catch (const msgpack::map_size_overflow& e) {
    std::cout << "with a limit: " << e.what() << '\n', ++expected;
  }
  return expected == 2 ? 0 : 1;
}
