// https://rapidjson.org/md_doc_tutorial.html: a Writer, and a document whose members are asked for.
#include "../rapidjson_document.hpp"
#include "rapidjson_write.hpp"

namespace {

struct RapidJson : RapidJsonWriter {
  using Value = schema::Record;

  void decode(std::string_view bytes, schema::Record& record) {
    const auto& document = document_.parse(bytes);
    if (!document.IsObject()) throw std::runtime_error("no record");
    const auto ids = document.FindMember("ids");
    const auto strings = document.FindMember("strings");
    if (ids == document.MemberEnd() || !ids->value.IsArray() || strings == document.MemberEnd() ||
        !strings->value.IsArray()) {
      throw std::runtime_error("no record");
    }
    record.ids.reserve(ids->value.Size());
    for (const auto& id : ids->value.GetArray()) {
      if (!id.IsInt64()) throw std::runtime_error("no integer");
      record.ids.push_back(id.GetInt64());
    }
    record.strings.reserve(strings->value.Size());
    for (const auto& s : strings->value.GetArray()) {
      if (!s.IsString()) throw std::runtime_error("no text");
      record.strings.emplace_back(s.GetString(), s.GetStringLength());
    }
  }

 private:
  RapidJsonDocument document_;
};

}  // namespace

SERBENCH_DIRECT(RapidJson)
