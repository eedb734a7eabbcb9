#pragma once

#include "../boost_serialization.hpp"

namespace boost::serialization {

template <class Archive>
void serialize(Archive& archive, schema::Http& http, unsigned) {
  archive& make_nvp("protocol", http.protocol);
  archive& make_nvp("status", http.status);
  archive& make_nvp("host_status", http.host_status);
  archive& make_nvp("up_status", http.up_status);
  archive& make_nvp("method", http.method);
  archive& make_nvp("content_type", http.content_type);
  archive& make_nvp("user_agent", http.user_agent);
  archive& make_nvp("referer", http.referer);
  archive& make_nvp("request_uri", http.request_uri);
}

template <class Archive>
void serialize(Archive& archive, schema::Origin& origin, unsigned) {
  archive& make_nvp("ip", origin.ip);
  archive& make_nvp("port", origin.port);
  archive& make_nvp("hostname", origin.hostname);
  archive& make_nvp("protocol", origin.protocol);
}

template <class Archive>
void serialize(Archive& archive, schema::Log& log, unsigned) {
  archive& make_nvp("timestamp", log.timestamp);
  archive& make_nvp("zone_id", log.zone_id);
  archive& make_nvp("zone_plan", log.zone_plan);
  archive& make_nvp("http", log.http);
  archive& make_nvp("origin", log.origin);
  archive& make_nvp("country", log.country);
  archive& make_nvp("cache_status", log.cache_status);
  archive& make_nvp("server_ip", log.server_ip);
  archive& make_nvp("server_name", log.server_name);
  archive& make_nvp("remote_ip", log.remote_ip);
  archive& make_nvp("bytes_dlv", log.bytes_dlv);
  archive& make_nvp("ray_id", log.ray_id);
}

}  // namespace boost::serialization
