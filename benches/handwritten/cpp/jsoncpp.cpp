// https://github.com/open-source-parsers/jsoncpp/blob/1.9.5/example/readFromString/readFromString.cpp
// and .../stringWrite/stringWrite.cpp: a reader and a writer of their builders, here kept.
#include "libraries/jsoncpp.hpp"

#include <sstream>

#include "dom.hpp"

struct Codec : Tree<serbench::JsonCpp> {
  Codec() {
    builder_["indentation"] = "";
    builder_["emitUTF8"] = true;
  }
  std::string_view encode(const Value& value) {
    text_ = Json::writeString(builder_, value.root);
    return text_;
  }
  void decode(std::string_view text, Value& value) {
    std::string errors;
    if (!reader_->parse(text.data(), text.data() + text.size(), &value.root, &errors)) {
      throw std::runtime_error(errors);
    }
  }

 private:
  Json::StreamWriterBuilder builder_;
  std::unique_ptr<Json::CharReader> reader_{Json::CharReaderBuilder().newCharReader()};
  std::string text_;
};

SERBENCH_DIRECT(Codec)
