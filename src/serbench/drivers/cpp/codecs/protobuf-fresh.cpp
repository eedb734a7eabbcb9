// ---
// library = "protobuf"
// released = { "3.21.12" = "2022-12-14" }
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/protocolbuffers/protobuf/blob/v21.12/benchmarks/cpp/cpp_benchmark.cc"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// headers = ["google/protobuf/message.h", "google/protobuf/stubs/common.h"]
// version = [
//   "GOOGLE_PROTOBUF_VERSION / 1000000",
//   "GOOGLE_PROTOBUF_VERSION / 1000 % 1000",
//   "GOOGLE_PROTOBUF_VERSION % 1000",
// ]
// packages = ["libprotobuf-dev", "protobuf-compiler"]
// generate = ["proto"]
// link = ["protobuf"]
// compile = ["protobuf"]
// ---
#include <optional>

#include "libraries/proto_codec.hpp"
#include "schema/proto_convert.hpp"

namespace {

using serbench_proto::RootMessage;

// A new message for each value, on the heap, as in programs that keep none (ParseNewFixture).
class Fresh {
 public:
  RootMessage& clear() { return message_.emplace(); }
  RootMessage& reusable() { return clear(); }
  const RootMessage& message() const { return *message_; }

 private:
  std::optional<RootMessage> message_;
};

}  // namespace

SERBENCH_CODEC(serbench::proto::Codec<Fresh>)
