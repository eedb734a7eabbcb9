#include <thrift/protocol/TBinaryProtocol.h>

#include "thrift.hpp"

SERBENCH_DIRECT(Thrift<apache::thrift::protocol::TBinaryProtocolT<TMemoryBuffer>>)
