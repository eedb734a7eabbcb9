// https://github.com/ibireme/yyjson_benchmark: documents are read, and written to new text.
#include "libraries/yyjson.hpp"

#include "direct.hpp"

using serbench::Root;

struct Codec {
  struct Value {
    serbench::MutableDocument made;
    serbench::Document read;
  };

  void fill(const Root& record, Value& value) {
    value.made.reset(yyjson_mut_doc_new(nullptr));
    serbench::yyjson::Maker maker{value.made.get()};
    yyjson_mut_doc_set_root(value.made.get(), serbench::make_tree(maker, record));
  }
  void take(const Value& value, Root& record) {
    serbench::JsonTree<serbench::yyjson::Looks>::get(yyjson_doc_get_root(value.read.get()), record);
  }

  std::string_view encode(const Value& value) {
    std::free(text_);
    std::size_t size = 0;
    text_ = yyjson_mut_write(value.made.get(), YYJSON_WRITE_NOFLAG, &size);
    return {text_, size};
  }
  void decode(std::string_view text, Value& value) {
    value.read.reset(yyjson_read(text.data(), text.size(), YYJSON_READ_NOFLAG));
    if (!value.read) throw std::runtime_error("yyjson cannot parse the text");
  }

 private:
  char* text_ = nullptr;
};

SERBENCH_DIRECT(Codec)
