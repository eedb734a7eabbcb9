// 2^40 + 8 where the schema has 32 bits is 8, as protobuf's documentation says of varints. An entry of a
// map is written with its key and its value also where they are the defaults.
// protobuf 3.21.12 (Debian: libprotobuf-dev)
// run: g++ -std=c++17 benches/findings/cpp/protobuf_narrow.cpp -lprotobuf -o /tmp/protobuf_narrow && /tmp/protobuf_narrow
// Prints: 8
//   a map's entry "" -> null: 0a 06 0a 00 12 02 08 00
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/wrappers.pb.h>

#include <cstdio>

int main() {
  google::protobuf::Int64Value wide;
  google::protobuf::Int32Value narrow;
  wide.set_value((1ll << 40) + 8);
  narrow.ParseFromString(wide.SerializeAsString());
  printf("%d\n", narrow.value());
  google::protobuf::Struct map;
  (*map.mutable_fields())[""].set_null_value({});
  const std::string bytes = map.SerializeAsString();
  printf("a map's entry \"\" -> null:");
  for (unsigned char byte : bytes) printf(" %02x", byte);
  puts("");
  return narrow.value() == 8 && bytes[2] == 0x0a ? 0 : 1;
}
