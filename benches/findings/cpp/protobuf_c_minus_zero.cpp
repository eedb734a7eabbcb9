// -0.0 is left out as 0 would be, since the library compares with 0; protobuf's own C++ writes it.
// protobuf-c 1.4.1 (Debian: libprotobuf-c-dev, protobuf-c-compiler)
// run: echo 'syntax = "proto3"; message M { double d = 1; }' > /tmp/m.proto && protoc -I /tmp --c_out=/tmp /tmp/m.proto && g++ -std=c++17 -I /tmp benches/findings/cpp/protobuf_c_minus_zero.cpp -x c /tmp/m.pb-c.c -lprotobuf-c -o /tmp/protobuf_c_minus_zero && /tmp/protobuf_c_minus_zero
// Prints: -0.0 takes 0 bytes, 1.0 takes 9
#include <cstdio>

#include "m.pb-c.h"

int main() {
  M message = M__INIT;
  message.d = -0.0;
  const std::size_t of_zero = m__get_packed_size(&message);
  message.d = 1;
  const std::size_t of_one = m__get_packed_size(&message);
  std::printf("-0.0 takes %zu bytes, 1.0 takes %zu\n", of_zero, of_one);
  return of_zero == 0 && of_one == 9 ? 0 : 1;
}
