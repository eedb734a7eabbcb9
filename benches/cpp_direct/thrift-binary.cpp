// https://thrift.apache.org/lib/cpp: a protocol over a TMemoryBuffer, both kept.
#include <thrift/protocol/TBinaryProtocol.h>

#include "thrift.hpp"

SERBENCH_DIRECT(
    Thrift<apache::thrift::protocol::TBinaryProtocolT<apache::thrift::transport::TMemoryBuffer>>)
