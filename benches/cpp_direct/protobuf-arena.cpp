// https://protobuf.dev/reference/cpp/arenas/: a message on an arena for each value to decode.
#include <google/protobuf/arena.h>

#include <optional>

#include "direct.hpp"
#include "schema/proto_convert.hpp"

namespace {

using google::protobuf::Arena;
using serbench::Root;
using serbench_proto::RootMessage;

struct OnArena {
  std::vector<char> block = std::vector<char>(1 << 16);
  Arena arena{block.data(), block.size()};
  RootMessage* message = nullptr;
};

struct ProtobufArena {
  using Value = OnArena;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, Value& value) {
    value.message = Arena::CreateMessage<RootMessage>(&value.arena);
    value.message->mutable_ids()->Add(record.ids.begin(), record.ids.end());
    for (const std::string& s : record.strings) value.message->add_strings(s);
  }

  void take(const Value& value, Root& record) {
    record.ids.assign(value.message->ids().begin(), value.message->ids().end());
    record.strings.assign(value.message->strings().begin(), value.message->strings().end());
  }

  std::string_view encode(const Value& value) {
    value.message->SerializeToString(&bytes_);
    return bytes_;
  }

  void decode(std::string_view bytes, Value& value) {
    value.arena.Reset();
    value.message = Arena::CreateMessage<RootMessage>(&value.arena);
    value.message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  }

 private:
  std::string bytes_;
};

}  // namespace

SERBENCH_DIRECT(ProtobufArena)
