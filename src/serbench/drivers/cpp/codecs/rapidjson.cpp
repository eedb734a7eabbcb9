// ---
// library = "RapidJSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "reuses-objects"]
// page = "https://rapidjson.org/md_doc_tutorial.html"
// unions = "the value"
// headers = ["rapidjson/rapidjson.h", "rapidjson/document.h", "rapidjson/writer.h"]
// version = "RAPIDJSON_VERSION_STRING"
// packages = ["rapidjson-dev"]
// ---
#include "libraries/rapidjson_dom.hpp"
#include "libraries/rapidjson_writer.hpp"
#include "serbench/json_dom.hpp"

namespace {

using namespace serbench;

// As most programs hold it: events to write, a document to read.
struct RapidJson {
  void encode(const Root& value, Buffer&) { writer_.write(value); }
  std::span<const std::byte> storage() const { return writer_.text(); }

  void decode(std::span<const std::byte> in, Root& out) {
    tree_.parse(in);
    JsonTree<rapidjson_dom::Dom>::get(tree_.document(), out);
  }

 private:
  rapidjson_sax::TextWriter writer_;
  rapidjson_dom::Tree tree_;
};

}  // namespace

SERBENCH_CODEC(RapidJson)
