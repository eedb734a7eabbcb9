#include <thrift/protocol/TJSONProtocol.h>

#include "thrift.hpp"

SERBENCH_DIRECT(Thrift<apache::thrift::protocol::TJSONProtocol>)
