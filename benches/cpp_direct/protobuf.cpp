// https://protobuf.dev/getting-started/cpptutorial/#parsing-serialization, with the object reused.
#include "direct.hpp"
#include "schema/proto_convert.hpp"

namespace {

using serbench::Root;

struct Protobuf {
  using Value = serbench_proto::RootMessage;
  static constexpr bool reuses_objects = true;
  static constexpr bool refills = true;

  void fill(const Root& record, Value& message) {
    message.Clear();
    message.mutable_ids()->Add(record.ids.begin(), record.ids.end());
    for (const std::string& s : record.strings) message.add_strings(s);
  }

  void take(const Value& message, Root& record) {
    record.ids.assign(message.ids().begin(), message.ids().end());
    record.strings.assign(message.strings().begin(), message.strings().end());
  }

  std::string_view encode(const Value& message) {
    message.SerializeToString(&bytes_);
    return bytes_;
  }

  void decode(std::string_view bytes, Value& message) {
    message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  }

 private:
  std::string bytes_;
};

}  // namespace

SERBENCH_DIRECT(Protobuf)
