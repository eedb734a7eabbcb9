// A list's size is multiplied as an int by the least size of an item, which overflows: fewer items are
// refused where more are accepted. A byte that is no TType becomes one.
// Thrift 0.19.0 (as `serbench setup` fetches and compiles it)
// run: g++ -std=c++17 -g -fsanitize=address,undefined -DHAVE_STDINT_H -DHAVE_NETINET_IN_H -I ~/.cache/serbench/fetched/cpp/thrift-*/lib/cpp/src benches/findings/cpp/thrift_binary_sizes.cpp ~/.cache/serbench/build/cpp/library-*/thrift-*/lib.a -o /tmp/thrift_binary_sizes && /tmp/thrift_binary_sizes
// Prints: .../TBinaryProtocol.h:178:50: runtime error: signed integer overflow: 268435457 * 8 cannot be represented in type 'int'
//   .../TBinaryProtocol.tcc:258 and 316: runtime error: load of value 120, which is not a valid value for type 'TType'
//   refused: MaxMessageSize reached (of 0xf000001 items of 8 bytes)
//   0x10000001 items of 8 bytes: accepted
//   0x20000001 items of 8 bytes: accepted
#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/transport/TBufferTransports.h>

#include <cstdio>

using namespace apache::thrift;
int reports = 0;
extern "C" void __ubsan_on_report() {
  ++reports;
}

bool read(std::string bytes, bool field = false) {
  std::uint8_t* const data = reinterpret_cast<std::uint8_t*>(bytes.data());
  protocol::TBinaryProtocol in(std::make_shared<transport::TMemoryBuffer>(data, bytes.size()));
  protocol::TType type{};
  std::uint32_t size = 0;
  std::int16_t id = 0;
  std::string name;
  try {
    field ? in.readFieldBegin(name, type, id) : in.readListBegin(type, size);
    if (!field) printf("%#x items of 8 bytes: accepted\n", size);
    return true;
  } catch (const std::exception& e) {
    printf("refused: %s\n", e.what());
    return false;
  }
}

int main() {
  const bool fewer = read({"\x0a\x0f\0\0\1", 5});
  const bool more = read({"\x0a\x10\0\0\1", 5}) && read({"\x0a\x20\0\0\1", 5});
  read({"\x78\0\0\0\0", 5});        // a list of items of type 0x78
  read({"\x78\0\0\0\0", 5}, true);  // a field of type 0x78
  printf("%d reports\n", reports);
  return !fewer && more && reports == 4 ? 0 : 1;
}
