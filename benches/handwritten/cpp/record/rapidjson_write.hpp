// https://rapidjson.org/md_doc_sax.html#Writer
#pragma once

#include "../direct.hpp"
#include "serbench/rapidjson.hpp"

class RapidJsonWriter {
 public:
  std::string_view encode(const schema::Record& record) {
    text_.Clear();
    rapidjson::Writer<rapidjson::StringBuffer> to(text_);
    to.StartObject();
    to.Key("ids");
    to.StartArray();
    for (const std::int64_t id : record.ids) to.Int64(id);
    to.EndArray();
    to.Key("strings");
    to.StartArray();
    for (const std::string& s : record.strings) {
      to.String(s.data(), static_cast<rapidjson::SizeType>(s.size()));
    }
    to.EndArray();
    to.EndObject();
    return {text_.GetString(), text_.GetSize()};
  }

 private:
  rapidjson::StringBuffer text_;
};
