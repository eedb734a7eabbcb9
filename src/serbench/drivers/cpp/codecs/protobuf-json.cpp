// ---
// library = "protobuf"
// released = { "3.21.12" = "2022-12-14" }
// format = "protobuf-json"
// wire = "protobuf-json"
// traits = ["human-readable", "self-describing", "own-model", "reuses-objects"]
// page = "https://protobuf.dev/programming-guides/json/"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// headers = ["google/protobuf/util/json_util.h", "google/protobuf/stubs/common.h"]
// version = [
//   "GOOGLE_PROTOBUF_VERSION / 1000000",
//   "GOOGLE_PROTOBUF_VERSION / 1000 % 1000",
//   "GOOGLE_PROTOBUF_VERSION % 1000",
// ]
// packages = ["libprotobuf-dev", "protobuf-compiler"]
// generate = ["proto"]
// link = ["protobuf"]
// limits = [
//   "-0.0 becomes 0.0",
//   "durations beyond 10,000 years",
//   "values nested more than 64 messages deep",
// ]
// ---
#include <google/protobuf/util/json_util.h>

#include "libraries/proto_codec.hpp"
#include "schema/proto_convert.hpp"
#include "serbench/minus_zero.hpp"

namespace {

using serbench_proto::RootMessage;

// Names stay as the schema has them. -0.0 is written as -0, and read as an integer.
struct ProtobufJson : serbench::proto::Codec<serbench::proto::Reused<RootMessage>> {
  void encode(const Input& in, serbench::Buffer&) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    text_.clear();
    // It says so of a duration beyond 10,000 years.
    check<serbench::CannotHold>(
        google::protobuf::util::MessageToJsonString(in.message(), &text_, options));
  }
  std::span<const std::byte> storage() const { return std::as_bytes(std::span(text_)); }

  void decode(std::span<const std::byte> in, Output& out) {
    const google::protobuf::StringPiece text(reinterpret_cast<const char*>(in.data()), in.size());
    check<std::runtime_error>(google::protobuf::util::JsonStringToMessage(text, &out.clear()));
  }
  std::uint64_t read(std::span<const std::byte> in) {
    decode(in, read_);
    return sum(read_.message());
  }

  static std::string explain(const serbench::Root& value) {
    return serbench::explain_minus_zero(value);
  }

 private:
  template <class Error>
  static void check(const google::protobuf::util::Status& status) {
    if (!status.ok()) throw Error(std::string(status.message()));
  }

  std::string text_;
  Output read_;
};

}  // namespace

SERBENCH_CODEC(ProtobufJson)
