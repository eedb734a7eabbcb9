// The character NUL is written, and left out as the text is read.
// Thrift 0.17.0, JSON protocol (Debian: libthrift-dev)
// run: g++ -std=c++17 benches/findings/cpp/thrift_json_nul.cpp -lthrift -o /tmp/thrift_json_nul && /tmp/thrift_json_nul
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
