// https://thrift.apache.org/lib/cpp: a protocol over a TMemoryBuffer, both kept.
#include <thrift/protocol/TCompactProtocol.h>

#include "thrift.hpp"

SERBENCH_DIRECT(
    Thrift<apache::thrift::protocol::TCompactProtocolT<apache::thrift::transport::TMemoryBuffer>>)
