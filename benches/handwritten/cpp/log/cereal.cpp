// https://uscilab.github.io/cereal/serialization_functions.html
#include "../cereal.hpp"

namespace schema {

template <class Archive>
void serialize(Archive& archive, Http& http) {
  archive(http.protocol, http.status, http.host_status, http.up_status, http.method,
          http.content_type, http.user_agent, http.referer, http.request_uri);
}

template <class Archive>
void serialize(Archive& archive, Origin& origin) {
  archive(origin.ip, origin.port, origin.hostname, origin.protocol);
}

template <class Archive>
void serialize(Archive& archive, Log& log) {
  archive(log.timestamp, log.zone_id, log.zone_plan, log.http, log.origin, log.country,
          log.cache_status, log.server_ip, log.server_name, log.remote_ip, log.bytes_dlv,
          log.ray_id);
}

}  // namespace schema

SERBENCH_DIRECT(Cereal)
