// The JSON of -0.0 is -0, which is read as the integer 0.
// protobuf 3.21.12 (Debian: libprotobuf-dev)
// run: g++ -std=c++17 benches/findings/cpp/protobuf_json_minus_zero.cpp -lprotobuf -o /tmp/protobuf_json_minus_zero && /tmp/protobuf_json_minus_zero
// Prints: {"doubleValue":-0} is read as 0
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <iostream>
#include <string>

int main() {
  // Any message with a double will do; this one comes with protobuf.
  google::protobuf::UninterpretedOption before, after;
  before.set_double_value(-0.0);
  std::string text;
  const auto written = google::protobuf::util::MessageToJsonString(before, &text);
  const auto read = google::protobuf::util::JsonStringToMessage(text, &after);
  std::cout << text << " is read as " << after.double_value() << '\n';
  return written.ok() && read.ok() && !std::signbit(after.double_value()) ? 0 : 1;
}
