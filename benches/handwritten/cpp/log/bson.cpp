// https://mongoc.org/libbson/1.27.2/creating.html, parsing.html and performance.html: one bson_t that
// keeps its memory, an iterator to read.
#include <bson/bson.h>

#include "../direct.hpp"
#include "../names.hpp"

namespace {

using schema::Http;
using schema::Log;
using schema::Origin;

// Names are literals, whose length the compiler knows.
void append(bson_t* to, std::string_view name, const std::string& text) {
  bson_append_utf8(to, name.data(), static_cast<int>(name.size()), text.data(),
                   static_cast<int>(text.size()));
}
void append(bson_t* to, std::string_view name, std::int64_t number) {
  bson_append_int64(to, name.data(), static_cast<int>(name.size()), number);
}
template <serbench::Enum E>
void append(bson_t* to, std::string_view name, E symbol) {
  const std::string_view text = name_of(symbol);
  bson_append_utf8(to, name.data(), static_cast<int>(name.size()), text.data(),
                   static_cast<int>(text.size()));
}

std::string_view text_at(const bson_iter_t& at) {
  std::uint32_t size = 0;
  const char* const text = bson_iter_utf8(&at, &size);
  return {text, size};
}

void read(const bson_iter_t& at, std::string& text) {
  text = text_at(at);
}
template <std::integral Integer>
void read(const bson_iter_t& at, Integer& number) {
  if (!BSON_ITER_HOLDS_INT64(&at)) throw std::runtime_error("no integer");
  const std::int64_t found = bson_iter_int64(&at);
  if (!std::in_range<Integer>(found)) throw std::runtime_error("no integer of its type");
  number = static_cast<Integer>(found);
}
template <serbench::Enum E>
void read(const bson_iter_t& at, E& symbol) {
  if (!symbol_of(text_at(at), symbol)) throw std::runtime_error("no symbol");
}
void read(const bson_iter_t& at, Http& http) {
  int fields = 0;
  bson_iter_t field;
  bson_iter_recurse(&at, &field);
  while (bson_iter_next(&field)) {
    const std::string_view key(bson_iter_key(&field), bson_iter_key_len(&field));
    if (key == "protocol")
      read(field, http.protocol);
    else if (key == "status")
      read(field, http.status);
    else if (key == "host_status")
      read(field, http.host_status);
    else if (key == "up_status")
      read(field, http.up_status);
    else if (key == "method")
      read(field, http.method);
    else if (key == "content_type")
      read(field, http.content_type);
    else if (key == "user_agent")
      read(field, http.user_agent);
    else if (key == "referer")
      read(field, http.referer);
    else if (key == "request_uri")
      read(field, http.request_uri);
    else
      continue;
    ++fields;
  }
  if (fields != 9) throw std::runtime_error("a field is missing");
}
void read(const bson_iter_t& at, Origin& origin) {
  int fields = 0;
  bson_iter_t field;
  bson_iter_recurse(&at, &field);
  while (bson_iter_next(&field)) {
    const std::string_view key(bson_iter_key(&field), bson_iter_key_len(&field));
    if (key == "ip")
      read(field, origin.ip);
    else if (key == "port")
      read(field, origin.port);
    else if (key == "hostname")
      read(field, origin.hostname);
    else if (key == "protocol")
      read(field, origin.protocol);
    else
      continue;
    ++fields;
  }
  if (fields != 4) throw std::runtime_error("a field is missing");
}

class Bson {
 public:
  using Value = Log;

  Bson() { bson_init(&document_); }
  ~Bson() { bson_destroy(&document_); }
  Bson(const Bson&) = delete;
  Bson& operator=(const Bson&) = delete;

  std::string_view encode(const Log& log) {
    bson_reinit(&document_);
    bson_t part;
    append(&document_, "timestamp", log.timestamp);
    append(&document_, "zone_id", log.zone_id);
    append(&document_, "zone_plan", log.zone_plan);
    BSON_APPEND_DOCUMENT_BEGIN(&document_, "http", &part);
    append(&part, "protocol", log.http.protocol);
    append(&part, "status", log.http.status);
    append(&part, "host_status", log.http.host_status);
    append(&part, "up_status", log.http.up_status);
    append(&part, "method", log.http.method);
    append(&part, "content_type", log.http.content_type);
    append(&part, "user_agent", log.http.user_agent);
    append(&part, "referer", log.http.referer);
    append(&part, "request_uri", log.http.request_uri);
    bson_append_document_end(&document_, &part);
    BSON_APPEND_DOCUMENT_BEGIN(&document_, "origin", &part);
    append(&part, "ip", log.origin.ip);
    append(&part, "port", log.origin.port);
    append(&part, "hostname", log.origin.hostname);
    append(&part, "protocol", log.origin.protocol);
    bson_append_document_end(&document_, &part);
    append(&document_, "country", log.country);
    append(&document_, "cache_status", log.cache_status);
    append(&document_, "server_ip", log.server_ip);
    append(&document_, "server_name", log.server_name);
    append(&document_, "remote_ip", log.remote_ip);
    append(&document_, "bytes_dlv", static_cast<std::int64_t>(log.bytes_dlv));
    append(&document_, "ray_id", log.ray_id);
    return {reinterpret_cast<const char*>(bson_get_data(&document_)), document_.len};
  }

  void decode(std::string_view bytes, Log& log) {
    bson_t document;
    bson_iter_t field;
    int fields = 0;
    if (!bson_init_static(&document, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                          bytes.size())) {
      throw std::runtime_error("no document");
    }
    bson_iter_init(&field, &document);
    while (bson_iter_next(&field)) {
      const std::string_view key(bson_iter_key(&field), bson_iter_key_len(&field));
      if (key == "timestamp")
        read(field, log.timestamp);
      else if (key == "zone_id")
        read(field, log.zone_id);
      else if (key == "zone_plan")
        read(field, log.zone_plan);
      else if (key == "http")
        read(field, log.http);
      else if (key == "origin")
        read(field, log.origin);
      else if (key == "country")
        read(field, log.country);
      else if (key == "cache_status")
        read(field, log.cache_status);
      else if (key == "server_ip")
        read(field, log.server_ip);
      else if (key == "server_name")
        read(field, log.server_name);
      else if (key == "remote_ip")
        read(field, log.remote_ip);
      else if (key == "bytes_dlv")
        read(field, log.bytes_dlv);
      else if (key == "ray_id")
        read(field, log.ray_id);
      else
        continue;
      ++fields;
    }
    if (fields != 12) throw std::runtime_error("a field is missing");
  }

 private:
  bson_t document_;
};

}  // namespace

SERBENCH_DIRECT(Bson)
