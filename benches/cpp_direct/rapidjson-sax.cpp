// https://rapidjson.org/md_doc_sax.html: a handler for this one record, its state an enum.
#include "direct.hpp"
#include "serbench/rapidjson.hpp"

namespace {

using rapidjson::SizeType;
using serbench::Root;

struct Handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
  explicit Handler(Root& target) : record(target) {}

  bool Default() { return false; }
  bool Int(int id) { return Int64(id); }
  bool Uint(unsigned id) { return Int64(id); }
  bool Uint64(std::uint64_t id) { return Int64(static_cast<std::int64_t>(id)); }
  bool Int64(std::int64_t id) {
    record.ids.push_back(id);
    return in_ids;
  }
  bool String(const char* text, SizeType size, bool) {
    record.strings.emplace_back(text, size);
    return !in_ids;
  }
  bool Key(const char* text, SizeType size, bool) {
    const std::string_view key(text, size);
    in_ids = key == "ids";
    return in_ids || key == "strings";
  }
  bool StartObject() { return true; }
  bool EndObject(SizeType) { return true; }
  bool StartArray() { return true; }
  bool EndArray(SizeType) { return true; }

  Root& record;
  bool in_ids = false;
};

struct RapidJsonSax {
  using Value = Root;

  std::string_view encode(const Root& record) {
    text_.Clear();
    rapidjson::Writer<rapidjson::StringBuffer> writer(text_);
    writer.StartObject();
    writer.Key("ids");
    writer.StartArray();
    for (const std::int64_t id : record.ids) writer.Int64(id);
    writer.EndArray();
    writer.Key("strings");
    writer.StartArray();
    for (const std::string& s : record.strings) {
      writer.String(s.data(), static_cast<SizeType>(s.size()));
    }
    writer.EndArray();
    writer.EndObject();
    return {text_.GetString(), text_.GetSize()};
  }

  void decode(std::string_view bytes, Root& record) {
    Handler handler(record);
    rapidjson::Reader reader;
    rapidjson::StringStream stream(bytes.data());
    reader.Parse<rapidjson::kParseFullPrecisionFlag>(stream, handler);
  }

 private:
  rapidjson::StringBuffer text_;
};

}  // namespace

SERBENCH_DIRECT(RapidJsonSax)
