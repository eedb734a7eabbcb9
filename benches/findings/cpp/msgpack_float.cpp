// A float of MessagePack, as three libraries of JavaScript write 2^40, is refused where an integer is read.
// msgpack-cxx 7.0.0 (headers as `serbench setup` fetches them)
// run: g++ -std=c++17 -DMSGPACK_NO_BOOST -I ~/.cache/serbench/fetched/cpp/msgpack-*/include benches/findings/cpp/msgpack_float.cpp -o /tmp/msgpack_float && /tmp/msgpack_float
// Prints: refused: std::bad_cast
#include <iostream>
#include <msgpack.hpp>

int main() {
  try {
    std::cout << msgpack::unpack("\xcb\x42\x70\0\0\0\0\0\0", 9)->as<std::int64_t>() << '\n';
    return 1;
  } catch (const msgpack::type_error& e) {
    std::cout << "refused: " << e.what() << '\n';
    return 0;
  }
}
