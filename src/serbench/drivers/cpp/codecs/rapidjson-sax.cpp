// ---
// library = "RapidJSON"
// released = { "1.1.0" = "2016-08-25" }
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "reuses-objects", "core"]
// page = "https://rapidjson.org/md_doc_sax.html"
// unions = "the value"
// limits = ["NaN and infinities"]
// headers = ["rapidjson/rapidjson.h", "rapidjson/reader.h", "rapidjson/writer.h"]
// version = "RAPIDJSON_VERSION_STRING"
// packages = ["rapidjson-dev"]
// types = { absent = "no member" }
// ---
#include "libraries/rapidjson_writer.hpp"
#include "serbench/json_reader.hpp"

namespace {

using namespace serbench;

struct RapidJsonSax {
  void encode(const Root& value, Buffer&) { writer_.write(value); }
  std::span<const std::byte> storage() const { return writer_.text(); }

  void decode(std::span<const std::byte> in, Root& out) {
    reader_.read({reinterpret_cast<const char*>(in.data()), in.size()}, out);
  }

 private:
  rapidjson_sax::TextWriter writer_;
  JsonReader reader_{JsonOf::codec};
};

}  // namespace

SERBENCH_CODEC(RapidJsonSax)
