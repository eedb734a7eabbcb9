// 2^40 + 8 where 32 bits are read is 8.
// Thrift 0.19.0, compact protocol (as `serbench setup` fetches and compiles it)
// run: g++ -std=c++17 -DHAVE_STDINT_H -DHAVE_NETINET_IN_H -DSIGNED_RIGHT_SHIFT_IS=1 -DARITHMETIC_RIGHT_SHIFT=1 -I ~/.cache/serbench/fetched/cpp/thrift-*/lib/cpp/src benches/findings/cpp/thrift_compact_i32.cpp ~/.cache/serbench/build/cpp/library-*/thrift-*/lib.a -o /tmp/thrift_compact_i32 && /tmp/thrift_compact_i32
// Prints: 8
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/transport/TBufferTransports.h>

#include <iostream>

int main() {
  const auto memory = std::make_shared<apache::thrift::transport::TMemoryBuffer>();
  apache::thrift::protocol::TCompactProtocol protocol(memory);
  std::int32_t number = 0;
  protocol.writeI64((1ll << 40) + 8);
  protocol.readI32(number);
  std::cout << number << '\n';
  return number == 8 ? 0 : 1;
}
