// ---
// library = "thrift"
// released = { "0.17.0" = "2022-08-31" }
// format = "thrift-json"
// traits = ["human-readable", "schema", "own-model"]
// page = "https://thrift.apache.org/lib/cpp"
// evolution = "field ids"
// headers = ["thrift/protocol/TJSONProtocol.h", "thrift/config.h"]
// version = "PACKAGE_VERSION"
// packages = ["libthrift-dev", "thrift-compiler"]
// generate = ["thrift"]
// link = ["thrift"]
// limits = ["a list or map of more than 2^31 - 1 items"]
// ---
#include <thrift/protocol/TJSONProtocol.h>

#include "libraries/thrift_codec.hpp"

SERBENCH_CODEC(serbench::thrift::Codec<apache::thrift::protocol::TJSONProtocol>)
