// https://json-c.github.io/json-c/json-c-0.16/doc/html/json__tokener_8h.html: one tokener for all;
// the text lies in the value that it is of.
#include "dom.hpp"
#include "libraries/json_c.hpp"

struct Codec : Tree<serbench::JsonC> {
  std::string_view encode(const Value& value) {
    std::size_t size = 0;
    const char* text =
        json_object_to_json_string_length(value.root.get(), JSON_C_TO_STRING_PLAIN, &size);
    return {text, size};
  }
  void decode(std::string_view text, Value& value) {
    json_tokener_reset(tokener_);
    value.root.reset(json_tokener_parse_ex(tokener_, text.data(), static_cast<int>(text.size())));
    if (!value.root) throw std::runtime_error("json-c cannot parse the text");
  }

 private:
  json_tokener* tokener_ = json_tokener_new();
};

SERBENCH_DIRECT(Codec)
