// ---
// library = "protobuf-c"
// released = { "1.4.1" = "2022-07-11" }
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/protobuf-c/protobuf-c/wiki/Examples"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// headers = ["protobuf-c/protobuf-c.h"]
// version = "PROTOBUF_C_VERSION"
// packages = ["libprotobuf-c-dev", "protobuf-c-compiler", "protobuf-compiler"]
// generate = ["protobuf_c"]
// link = ["protobuf-c"]
// compile = ["protobuf_c"]
// limits = [
//   "texts that hold the character NUL",
//   "keys that hold the character NUL",
//   "-0.0 in fields that are not optional, and as values of maps",
// ]
// ---
#include <cstdlib>
#include <memory>

#include "schema/protobuf_c_convert.hpp"
#include "serbench/codec.hpp"
#include "serbench/minus_zero.hpp"
#include "serbench/nul_text.hpp"

namespace {

using namespace serbench;
using namespace serbench_protobuf_c;

struct Freed {
  void operator()(RootMessage* message) const {
    protobuf_c_message_free_unpacked(&message->base, nullptr);
  }
};
using Message = std::unique_ptr<RootMessage, Freed>;

struct ProtobufCCodec {
  using Input = Message;
  using Output = Message;

  void populate(const Root& value, Input& in) {
    auto* const message = made(static_cast<RootMessage*>(std::malloc(sizeof(RootMessage))));
    put(value, message);
    in.reset(message);
  }

  void encode(const Input& in, Buffer& out) {
    const std::size_t size = protobuf_c_message_get_packed_size(&in->base);
    protobuf_c_message_pack(&in->base, reinterpret_cast<std::uint8_t*>(out.extend(size)));
  }

  void decode(std::span<const std::byte> in, Output& out) { out = unpacked(in); }

  void convert(const Output& out, Root& value) { get(*out, value); }

  std::uint64_t read(std::span<const std::byte> in) { return sum(*unpacked(in)); }

  static std::string explain(const Root& value) {
    const std::string nul = explain_nul(value, "a text ends at its first NUL");
    return nul.empty() ? explain_minus_zero(value) : nul;
  }

 private:
  static Message unpacked(std::span<const std::byte> in) {
    auto* const message = protobuf_c_message_unpack(
        root_descriptor, nullptr, in.size(), reinterpret_cast<const std::uint8_t*>(in.data()));
    if (message == nullptr) throw std::runtime_error("protobuf-c cannot unpack the message");
    return Message(reinterpret_cast<RootMessage*>(message));
  }
};

}  // namespace

SERBENCH_CODEC(ProtobufCCodec)
