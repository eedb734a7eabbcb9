// https://github.com/DaveGamble/cJSON/blob/v1.7.15/README.md#printing-json: new text each time.
#include "libraries/cjson.hpp"

#include "dom.hpp"

struct Codec : Tree<serbench::CJson> {
  std::string_view encode(const Value& value) {
    cJSON_free(text_);
    text_ = cJSON_PrintUnformatted(value.root.get());
    return text_;
  }
  void decode(std::string_view text, Value& value) {
    value.root.reset(cJSON_ParseWithLength(text.data(), text.size()));
    if (!value.root) throw std::runtime_error("cJSON cannot parse the text");
  }

 private:
  char* text_ = nullptr;
};

SERBENCH_DIRECT(Codec)
