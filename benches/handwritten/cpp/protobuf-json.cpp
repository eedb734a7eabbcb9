// https://protobuf.dev/reference/cpp/api-docs/google.protobuf.util.json_util/: to text and from it.
// The messages and what fills them are serbench's.
#include <google/protobuf/util/json_util.h>

#include "protobuf.hpp"
#include "schema/proto_convert.hpp"

struct Codec : Protobuf<serbench_proto::RootMessage> {
  std::string_view encode(const Value& message) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    text_.clear();
    if (!google::protobuf::util::MessageToJsonString(message, &text_, options).ok()) {
      throw std::runtime_error("no JSON");
    }
    return text_;
  }
  void decode(std::string_view text, Value& message) {
    message.Clear();
    const google::protobuf::StringPiece piece(text.data(), text.size());
    if (!google::protobuf::util::JsonStringToMessage(piece, &message).ok()) {
      throw std::runtime_error("no message");
    }
  }

 private:
  std::string text_;
};

SERBENCH_DIRECT(Codec)
