// https://jansson.readthedocs.io/en/2.14/apiref.html#c.json_dumps: new text each time.
#include "libraries/jansson.hpp"

#include "dom.hpp"

struct Codec : Tree<serbench::Jansson> {
  std::string_view encode(const Value& value) {
    std::free(text_);
    text_ = json_dumps(value.root.get(), JSON_COMPACT);
    return text_;
  }
  void decode(std::string_view text, Value& value) {
    json_error_t error;
    value.root.reset(json_loadb(text.data(), text.size(), JSON_ALLOW_NUL, &error));
    if (!value.root) throw std::runtime_error(error.text);
  }

 private:
  char* text_ = nullptr;
};

SERBENCH_DIRECT(Codec)
