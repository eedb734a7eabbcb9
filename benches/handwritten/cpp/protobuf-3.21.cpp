// protobuf.hpp says how messages are used.
#include "protobuf.hpp"
#include "schema/proto_convert.hpp"

SERBENCH_DIRECT(Protobuf<serbench_proto::RootMessage>)
