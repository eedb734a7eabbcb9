// ---
// library = "protobuf"
// released = "2026-06-11"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "reuses-objects", "core"]
// page = "https://protobuf.dev/programming-guides/cpp-performance/"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// fetch = ["protobuf_35"]
// generate = ["proto_35"]
// ---
#include "libraries/proto_codec.hpp"
#include "schema/proto_35_convert.hpp"

SERBENCH_CODEC(serbench::proto::Codec<serbench::proto::Reused<serbench_proto::RootMessage>>)
