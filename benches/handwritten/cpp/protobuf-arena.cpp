// https://protobuf.dev/reference/cpp/arenas/: a message on an arena for each value, the arena reset
// as in protobuf's own benchmark (ParseNewArenaFixture), over a first block of its own.
#include <google/protobuf/arena.h>

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

  void clear() {
    arena.Reset();
    message = Arena::CreateMessage<RootMessage>(&arena);
  }
};

struct ProtobufArena {
  using Value = OnArena;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, OnArena& value) {
    value.clear();
    put(record, value.message);
  }
  void take(const OnArena& value, Root& record) { get(*value.message, record); }

  std::string_view encode(const OnArena& value) {
    bytes_.clear();
    if (!value.message->SerializeToString(&bytes_)) throw std::runtime_error("too large");
    return bytes_;
  }

  void decode(std::string_view bytes, OnArena& value) {
    value.clear();
    if (!value.message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
      throw std::runtime_error("no message");
    }
  }

 private:
  std::string bytes_;
};

}  // namespace

SERBENCH_DIRECT(ProtobufArena)
