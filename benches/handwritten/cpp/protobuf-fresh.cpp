// A message for each value, as in protobuf's own benchmark (ParseNewFixture):
// https://github.com/protocolbuffers/protobuf/blob/v21.12/benchmarks/cpp/cpp_benchmark.cc
#include <optional>

#include "direct.hpp"
#include "schema/proto_convert.hpp"

namespace {

using serbench::Root;
using serbench_proto::RootMessage;

struct ProtobufFresh {
  using Value = std::optional<RootMessage>;

  void fill(const Root& record, Value& value) { put(record, &value.emplace()); }
  void take(const Value& value, Root& record) { get(*value, record); }

  std::string_view encode(const Value& value) {
    bytes_.clear();
    if (!value->SerializeToString(&bytes_)) throw std::runtime_error("too large");
    return bytes_;
  }

  void decode(std::string_view bytes, Value& value) {
    if (!value.emplace().ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
      throw std::runtime_error("no message");
    }
  }

 private:
  std::string bytes_;
};

}  // namespace

SERBENCH_DIRECT(ProtobufFresh)
