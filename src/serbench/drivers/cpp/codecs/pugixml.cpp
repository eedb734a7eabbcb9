// ---
// library = "pugixml"
// released = { "1.13" = "2022-11-01" }
// format = "xml"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://pugixml.org/docs/manual.html#loading.options"
// extra = ["read"]
// headers = ["pugixml.hpp"]
// version = ["PUGIXML_VERSION / 1000", "PUGIXML_VERSION / 10 % 100"]
// packages = ["libpugixml-dev"]
// link = ["pugixml"]
// compile = ["pugixml"]
// limits = ["names of fields, keys of maps and texts that hold the character NUL"]
// ---
#include "libraries/pugixml.hpp"

#include "serbench/codec.hpp"
#include "serbench/nul_text.hpp"

namespace {

using namespace serbench;

struct Writer final : pugi::xml_writer {
  explicit Writer(Buffer& buffer) : out(buffer) {}
  void write(const void* data, std::size_t size) override { out.append(data, size); }
  Buffer& out;
};

// Without indentation, since space may be text. Of the usual options it lacks the one that makes a
// newline of a carriage return, which the library writes as it is; it writes other control
// characters as references, which is no XML 1.0, and reads them.
struct PugiXml {
  using Input = pugi::xml_document;
  using Output = pugi::xml_document;

  void populate(const Root& value, Input& in) {
    in.reset();
    xml::put(value, in.append_child("value"));
  }

  void encode(const Input& in, Buffer& out) {
    Writer writer(out);
    in.save(writer, "", pugi::format_raw, pugi::encoding_utf8);
  }

  void decode(std::span<const std::byte> in, Output& out) {
    constexpr unsigned options =
        (pugi::parse_default & ~pugi::parse_eol) | pugi::parse_ws_pcdata_single;
    const pugi::xml_parse_result result =
        out.load_buffer(in.data(), in.size(), options, pugi::encoding_utf8);
    if (!result) throw std::runtime_error(result.description());
  }

  void convert(const Output& out, Root& value) { xml::get(out.document_element(), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    pugi::xml_document document;
    decode(in, document);
    return xml::sum<Root>(document.document_element());
  }

  static std::string explain(const Root& value) {
    return explain_nul(value, "XML has no character NUL");
  }
};

}  // namespace

SERBENCH_CODEC(PugiXml)
