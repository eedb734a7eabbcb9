// ---
// library = "protobuf"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "reuses-objects"]
// page = "https://protobuf.dev/programming-guides/cpp-performance/"
// headers = ["google/protobuf/message.h", "google/protobuf/stubs/common.h"]
// version = [
//   "GOOGLE_PROTOBUF_VERSION / 1000000",
//   "GOOGLE_PROTOBUF_VERSION / 1000 % 1000",
//   "GOOGLE_PROTOBUF_VERSION % 1000",
// ]
// packages = ["libprotobuf-dev", "protobuf-compiler"]
// generate = ["proto"]
// link = ["protobuf"]
// ---
#include <google/protobuf/io/coded_stream.h>

#include <climits>

#include "schema/proto_convert.hpp"
#include "serbench/codec.hpp"

namespace {

using namespace serbench;

// Messages are reused, since they keep their memory when cleared.
struct Protobuf {
  using Input = serbench_proto::RootMessage;
  using Output = serbench_proto::RootMessage;

  void populate(const Root& value, Input& in) {
    in.Clear();
    put(value, &in);
  }

  void encode(const Input& in, Buffer& out) {
    const std::size_t size = in.ByteSizeLong();  // and keeps the sizes of all messages inside
    if (size > INT_MAX) throw CannotHold("a message has less than 2 GiB");
    in.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(out.extend(size)));
  }

  void decode(std::span<const std::byte> in, Output& out) {
    if (in.size() > INT_MAX) throw std::runtime_error("a message has less than 2 GiB");
    if (!out.ParseFromArray(in.data(), static_cast<int>(in.size()))) decode_deep(in, out);
  }

  void convert(const Output& out, Root& value) { get(out, value); }

  std::uint64_t read(std::span<const std::byte> in) {
    decode(in, message_);
    return sum(message_);
  }

 private:
  // ParseFromArray stops at 100 messages in one another; only a stream can be told otherwise.
  static void decode_deep(std::span<const std::byte> in, Output& out) {
    google::protobuf::io::CodedInputStream stream(reinterpret_cast<const std::uint8_t*>(in.data()),
                                                  static_cast<int>(in.size()));
    stream.SetRecursionLimit(5000);
    if (!out.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage()) {
      throw std::runtime_error("protobuf cannot parse the message");
    }
  }

  Output message_;
};

}  // namespace

SERBENCH_CODEC(Protobuf)
