// ---
// library = "protobuf"
// released = { "3.21.12" = "2022-12-14" }
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "reuses-objects"]
// page = "https://protobuf.dev/programming-guides/cpp-performance/"
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
#include "libraries/proto_codec.hpp"
#include "schema/proto_convert.hpp"

SERBENCH_CODEC(serbench::proto::Codec<serbench::proto::Reused<serbench_proto::RootMessage>>)
