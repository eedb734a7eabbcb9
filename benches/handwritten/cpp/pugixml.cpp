// https://pugixml.org/docs/manual.html#saving.writer and #loading.memory: a writer to a string, and a
// document of bytes that stay as they are. Trees are filled and walked by serbench's own functions.
#include "libraries/pugixml.hpp"

#include "direct.hpp"

struct Codec {
  using Value = pugi::xml_document;

  void fill(const serbench::Root& record, Value& document) {
    document.reset();
    serbench::xml::put(record, document.append_child("value"));
  }
  void take(const Value& document, serbench::Root& record) {
    serbench::xml::get(document.document_element(), record);
  }

  std::string_view encode(const Value& document) {
    writer_.text.clear();
    document.save(writer_, "", pugi::format_raw, pugi::encoding_utf8);
    return writer_.text;
  }
  void decode(std::string_view bytes, Value& document) {
    const auto result = document.load_buffer(
        bytes.data(), bytes.size(),
        (pugi::parse_default & ~pugi::parse_eol) | pugi::parse_ws_pcdata_single,
        pugi::encoding_utf8);
    if (!result) throw std::runtime_error(result.description());
  }

 private:
  struct Writer final : pugi::xml_writer {
    void write(const void* data, std::size_t size) override {
      text.append(static_cast<const char*>(data), size);
    }
    std::string text;
  };
  Writer writer_;
};

SERBENCH_DIRECT(Codec)
