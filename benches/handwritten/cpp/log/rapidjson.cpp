// https://rapidjson.org/md_doc_tutorial.html: a Writer, and a document whose members are gone through
// in their order, which the tutorial has for objects; a look-up of each would go through them again.
#include "../rapidjson_document.hpp"
#include "rapidjson_write.hpp"

namespace {

using Value = RapidJsonDocument::Document::ValueType;
using schema::Http;
using schema::Log;
using schema::Origin;

void require(bool is) {
  if (!is) throw std::runtime_error("no log");
}

std::string_view text_of(const Value& from) {
  require(from.IsString());
  return {from.GetString(), from.GetStringLength()};
}

void get(const Value& from, std::string& to) {
  to = text_of(from);
}
void get(const Value& from, std::int64_t& to) {
  require(from.IsInt64());
  to = from.GetInt64();
}
void get(const Value& from, std::uint64_t& to) {
  require(from.IsUint64());
  to = from.GetUint64();
}
void get(const Value& from, std::uint32_t& to) {
  require(from.IsUint());
  to = from.GetUint();
}
template <serbench::Enum E>
void get(const Value& from, E& to) {
  require(symbol_of(text_of(from), to));
}
void get(const Value& from, Http& to) {
  require(from.IsObject());
  int fields = 0;
  for (const auto& member : from.GetObject()) {
    const std::string_view key = text_of(member.name);
    if (key == "protocol")
      get(member.value, to.protocol);
    else if (key == "status")
      get(member.value, to.status);
    else if (key == "host_status")
      get(member.value, to.host_status);
    else if (key == "up_status")
      get(member.value, to.up_status);
    else if (key == "method")
      get(member.value, to.method);
    else if (key == "content_type")
      get(member.value, to.content_type);
    else if (key == "user_agent")
      get(member.value, to.user_agent);
    else if (key == "referer")
      get(member.value, to.referer);
    else if (key == "request_uri")
      get(member.value, to.request_uri);
    else
      continue;
    ++fields;
  }
  require(fields == 9);
}
void get(const Value& from, Origin& to) {
  require(from.IsObject());
  int fields = 0;
  for (const auto& member : from.GetObject()) {
    const std::string_view key = text_of(member.name);
    if (key == "ip")
      get(member.value, to.ip);
    else if (key == "port")
      get(member.value, to.port);
    else if (key == "hostname")
      get(member.value, to.hostname);
    else if (key == "protocol")
      get(member.value, to.protocol);
    else
      continue;
    ++fields;
  }
  require(fields == 4);
}
void get(const Value& from, Log& to) {
  require(from.IsObject());
  int fields = 0;
  for (const auto& member : from.GetObject()) {
    const std::string_view key = text_of(member.name);
    if (key == "timestamp")
      get(member.value, to.timestamp);
    else if (key == "zone_id")
      get(member.value, to.zone_id);
    else if (key == "zone_plan")
      get(member.value, to.zone_plan);
    else if (key == "http")
      get(member.value, to.http);
    else if (key == "origin")
      get(member.value, to.origin);
    else if (key == "country")
      get(member.value, to.country);
    else if (key == "cache_status")
      get(member.value, to.cache_status);
    else if (key == "server_ip")
      get(member.value, to.server_ip);
    else if (key == "server_name")
      get(member.value, to.server_name);
    else if (key == "remote_ip")
      get(member.value, to.remote_ip);
    else if (key == "bytes_dlv")
      get(member.value, to.bytes_dlv);
    else if (key == "ray_id")
      get(member.value, to.ray_id);
    else
      continue;
    ++fields;
  }
  require(fields == 12);
}

struct RapidJson : RapidJsonWriter {
  using Value = Log;

  void decode(std::string_view bytes, Log& log) { get(document_.parse(bytes), log); }

 private:
  RapidJsonDocument document_;
};

}  // namespace

SERBENCH_DIRECT(RapidJson)
