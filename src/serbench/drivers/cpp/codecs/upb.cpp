// ---
// library = "upb"
// released = "2026-06-11"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "reuses-objects"]
// page = "https://github.com/protocolbuffers/protobuf/blob/main/benchmarks/benchmark.cc"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// fetch = ["upb"]
// generate = ["upb"]
// ---
#include <cstdint>
#include <span>
#include <stdexcept>

#include "schema/upb_convert.hpp"
#include "serbench/codec.hpp"

namespace {

using namespace serbench;
using serbench_upb::RootMessage;

// A message and the arena that it lies in, which serves all values.
struct Message {
  upb::Arena arena;
  RootMessage* root = nullptr;
};

// Without being told, upb stops at 100 messages in one another.
constexpr std::uint16_t most_depth = 5000;

struct UpbCodec {
  using Input = Message;
  using Output = Message;

  void populate(const Root& value, Input& in) {
    upb_Arena* const arena = in.arena.clear();
    in.root = made(serbench_upb::new_root(arena));
    serbench_upb::put(value, in.root, arena);
  }

  void encode(const Input& in, Buffer&) {
    const auto options = static_cast<int>(upb_EncodeOptions_MaxDepth(most_depth));
    bytes_ = serbench_upb::serialize(in.root, options, encoded_.clear(), &size_);
    if (bytes_ == nullptr) throw std::runtime_error("upb cannot serialize the message");
  }
  std::span<const std::byte> storage() const {
    return {reinterpret_cast<const std::byte*>(bytes_), size_};
  }

  void decode(std::span<const std::byte> in, Output& out) { parse(in, out, 0); }
  void borrow(std::span<const std::byte> in, Output& out) {
    parse(in, out, kUpb_DecodeOption_AliasString);
  }
  std::uint64_t sum(const Output& out) { return serbench_upb::sum(out.root); }

  void convert(const Output& out, Root& value) { serbench_upb::get(out.root, value); }

  std::uint64_t read(std::span<const std::byte> in) {
    borrow(in, read_);
    return sum(read_);
  }

 private:
  static void parse(std::span<const std::byte> in, Message& to, std::uint32_t how) {
    const auto options = static_cast<int>(how | upb_DecodeOptions_MaxDepth(most_depth));
    to.root = serbench_upb::parse(reinterpret_cast<const char*>(in.data()), in.size(), options,
                                  to.arena.clear());
    if (to.root == nullptr) throw std::runtime_error("upb cannot parse the message");
  }

  upb::Arena encoded_;
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  Message read_;
};

}  // namespace

SERBENCH_CODEC(UpbCodec)
