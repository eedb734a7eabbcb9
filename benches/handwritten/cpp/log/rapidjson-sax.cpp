// https://rapidjson.org/md_doc_sax.html#Reader: a handler for this one record, which knows by the last
// key where a value goes.
#include "rapidjson_write.hpp"

namespace {

using rapidjson::SizeType;
using schema::Log;

// What a key says: which object it is of, and which field of that.
enum class Field {
  none,
  timestamp,
  zone_id,
  zone_plan,
  http,
  origin,
  country,
  cache_status,
  server_ip,
  server_name,
  remote_ip,
  bytes_dlv,
  ray_id,
  http_protocol,
  status,
  host_status,
  up_status,
  method,
  content_type,
  user_agent,
  referer,
  request_uri,
  ip,
  port,
  hostname,
  origin_protocol,
};

Field of_log(std::string_view key) {
  if (key == "timestamp") return Field::timestamp;
  if (key == "zone_id") return Field::zone_id;
  if (key == "zone_plan") return Field::zone_plan;
  if (key == "http") return Field::http;
  if (key == "origin") return Field::origin;
  if (key == "country") return Field::country;
  if (key == "cache_status") return Field::cache_status;
  if (key == "server_ip") return Field::server_ip;
  if (key == "server_name") return Field::server_name;
  if (key == "remote_ip") return Field::remote_ip;
  if (key == "bytes_dlv") return Field::bytes_dlv;
  if (key == "ray_id") return Field::ray_id;
  return Field::none;
}
Field of_http(std::string_view key) {
  if (key == "protocol") return Field::http_protocol;
  if (key == "status") return Field::status;
  if (key == "host_status") return Field::host_status;
  if (key == "up_status") return Field::up_status;
  if (key == "method") return Field::method;
  if (key == "content_type") return Field::content_type;
  if (key == "user_agent") return Field::user_agent;
  if (key == "referer") return Field::referer;
  if (key == "request_uri") return Field::request_uri;
  return Field::none;
}
Field of_origin(std::string_view key) {
  if (key == "ip") return Field::ip;
  if (key == "port") return Field::port;
  if (key == "hostname") return Field::hostname;
  if (key == "protocol") return Field::origin_protocol;
  return Field::none;
}

class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
 public:
  explicit Handler(Log& log) : log_(log) {}

  bool Default() { return false; }
  bool Uint(unsigned number) { return Uint64(number); }
  bool Int(int number) { return Int64(number); }
  bool Int64(std::int64_t number) {
    log_.timestamp = number;
    return field_ == Field::timestamp;
  }
  bool Uint64(std::uint64_t number) {
    switch (field_) {
      case Field::timestamp:
        return put(number, log_.timestamp);
      case Field::zone_id:
        return put(number, log_.zone_id);
      case Field::status:
        return put(number, log_.http.status);
      case Field::host_status:
        return put(number, log_.http.host_status);
      case Field::up_status:
        return put(number, log_.http.up_status);
      case Field::port:
        return put(number, log_.origin.port);
      case Field::bytes_dlv:
        return put(number, log_.bytes_dlv);
      default:
        return false;
    }
  }
  bool String(const char* data, SizeType size, bool) {
    const std::string_view text(data, size);
    switch (field_) {
      case Field::zone_plan:
        return symbol_of(text, log_.zone_plan);
      case Field::country:
        return symbol_of(text, log_.country);
      case Field::cache_status:
        return symbol_of(text, log_.cache_status);
      case Field::http_protocol:
        return symbol_of(text, log_.http.protocol);
      case Field::method:
        return symbol_of(text, log_.http.method);
      case Field::origin_protocol:
        return symbol_of(text, log_.origin.protocol);
      case Field::server_ip:
        log_.server_ip = text;
        return true;
      case Field::server_name:
        log_.server_name = text;
        return true;
      case Field::remote_ip:
        log_.remote_ip = text;
        return true;
      case Field::ray_id:
        log_.ray_id = text;
        return true;
      case Field::content_type:
        log_.http.content_type = text;
        return true;
      case Field::user_agent:
        log_.http.user_agent = text;
        return true;
      case Field::referer:
        log_.http.referer = text;
        return true;
      case Field::request_uri:
        log_.http.request_uri = text;
        return true;
      case Field::ip:
        log_.origin.ip = text;
        return true;
      case Field::hostname:
        log_.origin.hostname = text;
        return true;
      default:
        return false;
    }
  }
  bool Key(const char* data, SizeType size, bool) {
    const std::string_view key(data, size);
    ++keys_;
    if (object_ == Field::http) {
      field_ = of_http(key);
    } else if (object_ == Field::origin) {
      field_ = of_origin(key);
    } else {
      field_ = of_log(key);
    }
    return field_ != Field::none;
  }
  bool StartObject() {
    object_ = field_;
    return object_ == Field::none || object_ == Field::http || object_ == Field::origin;
  }
  bool EndObject(SizeType) {
    const bool is_root = object_ == Field::none;
    object_ = Field::none;
    return !is_root || keys_ == 25;
  }

 private:
  template <class Integer>
  static bool put(std::uint64_t number, Integer& to) {
    to = static_cast<Integer>(number);
    return std::in_range<Integer>(number);
  }

  Log& log_;
  Field object_ = Field::none;  // none is the log itself
  Field field_ = Field::none;
  int keys_ = 0;
};

struct RapidJsonSax : RapidJsonWriter {
  using Value = Log;

  void decode(std::string_view bytes, Log& log) {
    Handler handler(log);
    rapidjson::StringStream stream(bytes.data());
    if (!reader_.Parse<rapidjson::kParseFullPrecisionFlag>(stream, handler)) {
      throw std::runtime_error("no JSON of a log");
    }
  }

 private:
  rapidjson::Reader reader_;
};

}  // namespace

SERBENCH_DIRECT(RapidJsonSax)
