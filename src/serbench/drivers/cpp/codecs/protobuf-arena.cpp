// ---
// library = "protobuf"
// released = { "3.21.12" = "2022-12-14" }
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "reuses-objects"]
// page = "https://protobuf.dev/reference/cpp/arenas/"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// headers = ["google/protobuf/arena.h", "google/protobuf/stubs/common.h"]
// version = [
//   "GOOGLE_PROTOBUF_VERSION / 1000000",
//   "GOOGLE_PROTOBUF_VERSION / 1000 % 1000",
//   "GOOGLE_PROTOBUF_VERSION % 1000",
// ]
// packages = ["libprotobuf-dev", "protobuf-compiler"]
// generate = ["proto"]
// link = ["protobuf"]
// compile = ["protobuf"]
// ---
#include <google/protobuf/arena.h>

#include <optional>
#include <vector>

#include "libraries/proto_codec.hpp"
#include "schema/proto_convert.hpp"

namespace {

using google::protobuf::Arena;
using serbench_proto::RootMessage;

// A new message for each value, on an arena that is reset and whose first block grows until it is
// the only one, so that no memory is asked for but that of long strings.
class OnArena {
 public:
  OnArena() { start(1024); }
  OnArena(const OnArena&) = delete;

  RootMessage& clear() {
    if (const std::size_t used = arena_->SpaceAllocated(); used > block_.size()) {
      start(used);
    } else {
      arena_->Reset();
    }
    message_ = Arena::CreateMessage<RootMessage>(&*arena_);
    return *message_;
  }
  RootMessage& reusable() { return clear(); }
  const RootMessage& message() const { return *message_; }

 private:
  void start(std::size_t size) {
    arena_.reset();
    block_ = std::vector<char>(size);
    google::protobuf::ArenaOptions options;
    options.initial_block = block_.data();
    options.initial_block_size = block_.size();
    arena_.emplace(options);
  }

  std::vector<char> block_;
  std::optional<Arena> arena_;
  RootMessage* message_ = nullptr;
};

}  // namespace

SERBENCH_CODEC(serbench::proto::Codec<OnArena>)
