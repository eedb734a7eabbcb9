// ---
// library = "thrift"
// released = "2023-08-27"
// format = "thrift-binary"
// wire = "thrift-binary"
// traits = ["binary", "schema", "own-model"]
// page = "https://thrift.apache.org/lib/cpp"
// evolution = "field ids"
// fetch = ["thrift"]
// generate = ["thrift"]
// limits = ["a list or map of more than 2^31 - 1 items"]
// ---
#include <thrift/protocol/TBinaryProtocol.h>

#include "libraries/thrift_codec.hpp"

SERBENCH_CODEC(serbench::thrift::Codec<
               apache::thrift::protocol::TBinaryProtocolT<serbench::thrift::BufferTransport>>)
