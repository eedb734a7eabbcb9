// -0.0 is left out as 0 would be, since the library compares with 0; protobuf's own C++ writes it.
// protobuf-c 1.4.1, protobuf 3.21.12 (Debian: libprotobuf-c-dev, protobuf-c-compiler, libprotobuf-dev)
// run: echo 'syntax = "proto3"; message M { double d = 1; }' > /tmp/m.proto && protoc -I /tmp --c_out=/tmp /tmp/m.proto && g++ -std=c++17 -I /tmp benches/findings/cpp/protobuf_c_minus_zero.cpp -x c /tmp/m.pb-c.c -lprotobuf-c -lprotobuf -o /tmp/protobuf_c_minus_zero && /tmp/protobuf_c_minus_zero
// Prints: -0.0 takes 0 bytes by protobuf-c, 9 by protobuf
#include <google/protobuf/wrappers.pb.h>

#include <cstdio>

#include "m.pb-c.h"

int main() {
  M message = M__INIT;
  message.d = -0.0;
  const std::size_t by_c = m__get_packed_size(&message);
  google::protobuf::DoubleValue same;  // a message whose field 1 is a double
  same.set_value(-0.0);
  std::printf("-0.0 takes %zu bytes by protobuf-c, %zu by protobuf\n", by_c, same.ByteSizeLong());
  return by_c == 0 && same.ByteSizeLong() == 9 ? 0 : 1;
}
