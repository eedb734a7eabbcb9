#include <thrift/protocol/TCompactProtocol.h>

#include "thrift.hpp"

SERBENCH_DIRECT(Thrift<apache::thrift::protocol::TCompactProtocolT<TMemoryBuffer>>)
