// The character NUL is written, and left out as the text is read.
// Thrift 0.19.0, JSON protocol (as `serbench setup` fetches and compiles it)
// run: g++ -std=c++17 -DHAVE_STDINT_H -DHAVE_NETINET_IN_H -I ~/.cache/serbench/fetched/cpp/thrift-*/lib/cpp/src benches/findings/cpp/thrift_json_nul.cpp ~/.cache/serbench/build/cpp/library-*/thrift-*/lib.a -o /tmp/thrift_json_nul && /tmp/thrift_json_nul
// Prints: "a\u0000b" is read as "ab"
#include <thrift/protocol/TJSONProtocol.h>
#include <thrift/transport/TBufferTransports.h>

#include <iostream>
#include <memory>
#include <string>

int main() {
  const auto buffer = std::make_shared<apache::thrift::transport::TMemoryBuffer>();
  apache::thrift::protocol::TJSONProtocol writer(buffer), reader(buffer);
  writer.writeString(std::string("a\0b", 3));
  const std::string text = buffer->getBufferAsString();
  std::string after;
  reader.readString(after);
  std::cout << text << " is read as \"" << after << "\"\n";
  return after == "ab" ? 0 : 1;
}
