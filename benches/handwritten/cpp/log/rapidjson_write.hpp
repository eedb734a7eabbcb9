// https://rapidjson.org/md_doc_sax.html#Writer
#pragma once

#include "../direct.hpp"
#include "../names.hpp"
#include "serbench/rapidjson.hpp"

class RapidJsonWriter {
 public:
  std::string_view encode(const schema::Log& log) {
    text_.Clear();
    Writer to(text_);
    to.StartObject();
    key(to, "timestamp").Int64(log.timestamp);
    key(to, "zone_id").Uint(log.zone_id);
    text(key(to, "zone_plan"), name_of(log.zone_plan));
    key(to, "http").StartObject();
    text(key(to, "protocol"), name_of(log.http.protocol));
    key(to, "status").Uint(log.http.status);
    key(to, "host_status").Uint(log.http.host_status);
    key(to, "up_status").Uint(log.http.up_status);
    text(key(to, "method"), name_of(log.http.method));
    text(key(to, "content_type"), log.http.content_type);
    text(key(to, "user_agent"), log.http.user_agent);
    text(key(to, "referer"), log.http.referer);
    text(key(to, "request_uri"), log.http.request_uri);
    to.EndObject();
    key(to, "origin").StartObject();
    text(key(to, "ip"), log.origin.ip);
    key(to, "port").Uint(log.origin.port);
    text(key(to, "hostname"), log.origin.hostname);
    text(key(to, "protocol"), name_of(log.origin.protocol));
    to.EndObject();
    text(key(to, "country"), name_of(log.country));
    text(key(to, "cache_status"), name_of(log.cache_status));
    text(key(to, "server_ip"), log.server_ip);
    text(key(to, "server_name"), log.server_name);
    text(key(to, "remote_ip"), log.remote_ip);
    key(to, "bytes_dlv").Uint64(log.bytes_dlv);
    text(key(to, "ray_id"), log.ray_id);
    to.EndObject();
    return {text_.GetString(), text_.GetSize()};
  }

 private:
  using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

  static Writer& key(Writer& to, std::string_view name) {
    to.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    return to;
  }
  static void text(Writer& to, std::string_view text) {
    to.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  }

  rapidjson::StringBuffer text_;
};
