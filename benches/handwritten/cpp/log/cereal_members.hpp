// https://uscilab.github.io/cereal/serialization_functions.html: binary archives drop the names.
#pragma once

#include "../cereal.hpp"

#define MEMBER(record, name) cereal::make_nvp(#name, record.name)

namespace schema {

template <class Archive>
void serialize(Archive& archive, Http& http) {
  archive(MEMBER(http, protocol), MEMBER(http, status), MEMBER(http, host_status),
          MEMBER(http, up_status), MEMBER(http, method), MEMBER(http, content_type),
          MEMBER(http, user_agent), MEMBER(http, referer), MEMBER(http, request_uri));
}

template <class Archive>
void serialize(Archive& archive, Origin& origin) {
  archive(MEMBER(origin, ip), MEMBER(origin, port), MEMBER(origin, hostname),
          MEMBER(origin, protocol));
}

template <class Archive>
void serialize(Archive& archive, Log& log) {
  archive(MEMBER(log, timestamp), MEMBER(log, zone_id), MEMBER(log, zone_plan), MEMBER(log, http),
          MEMBER(log, origin), MEMBER(log, country), MEMBER(log, cache_status),
          MEMBER(log, server_ip), MEMBER(log, server_name), MEMBER(log, remote_ip),
          MEMBER(log, bytes_dlv), MEMBER(log, ray_id));
}

}  // namespace schema
