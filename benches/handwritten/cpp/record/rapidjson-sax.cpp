// https://rapidjson.org/md_doc_sax.html#Reader: a handler for this one record.
#include "rapidjson_write.hpp"

namespace {

using rapidjson::SizeType;

struct Handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
  explicit Handler(schema::Record& target) : record(target) {}

  bool Default() { return false; }
  bool Int(int id) { return Int64(id); }
  bool Uint(unsigned id) { return Int64(id); }
  bool Uint64(std::uint64_t id) { return std::in_range<std::int64_t>(id) && Int64(id); }
  bool Int64(std::int64_t id) {
    record.ids.push_back(id);
    return list == List::ids;
  }
  bool String(const char* text, SizeType size, bool) {
    record.strings.emplace_back(text, size);
    return list == List::strings;
  }
  bool Key(const char* text, SizeType size, bool) {
    const std::string_view key(text, size);
    list = key == "ids" ? List::ids : key == "strings" ? List::strings : List::none;
    ++keys;
    return list != List::none;
  }
  bool StartObject() { return true; }
  bool EndObject(SizeType) { return keys == 2; }
  bool StartArray() { return true; }
  bool EndArray(SizeType) { return true; }

  enum class List { none, ids, strings };
  schema::Record& record;
  List list = List::none;
  int keys = 0;
};

struct RapidJsonSax : RapidJsonWriter {
  using Value = schema::Record;

  void decode(std::string_view bytes, schema::Record& record) {
    Handler handler(record);
    rapidjson::StringStream stream(bytes.data());
    if (!reader_.Parse<rapidjson::kParseFullPrecisionFlag>(stream, handler)) {
      throw std::runtime_error("no JSON of a record");
    }
  }

 private:
  rapidjson::Reader reader_;
};

}  // namespace

SERBENCH_DIRECT(RapidJsonSax)
