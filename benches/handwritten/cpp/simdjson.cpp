// https://github.com/simdjson/simdjson/blob/master/doc/basics.md: one parser for all; the text is copied
// to where it is padded. What reads values on demand and builds text is serbench's.
#include "libraries/simdjson.hpp"

#include "direct.hpp"

struct Codec {
  using Value = serbench::Root;

  std::string_view encode(const Value& value) {
    builder_.clear();
    serbench::simd::put(builder_, value, scratch_);
    return builder_.view().value();
  }
  void decode(std::string_view text, Value& value) {
    text_.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    text_.assign(text);
    auto document = parser_.iterate(text_).value();
    serbench::simd::get(document.get_value().value(), value);
  }

 private:
  simdjson::builder::string_builder builder_;
  simdjson::ondemand::parser parser_;
  std::string scratch_, text_;
};

SERBENCH_DIRECT(Codec)
