// 2^40 + 8 where 32 bits are read is 8.
// Thrift 0.17.0 (Debian: libthrift-dev), compact protocol
// run: g++ -std=c++17 benches/findings/cpp/thrift_compact_i32.cpp -lthrift -o /tmp/thrift_compact_i32 && /tmp/thrift_compact_i32
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
