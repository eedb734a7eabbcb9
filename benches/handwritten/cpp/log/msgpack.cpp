// https://github.com/msgpack/msgpack-c/blob/cpp_master/QUICKSTART-CPP.md, and of
// https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_unpacker the zone that is kept and the text that
// is referred to where it lies.
#include <msgpack.hpp>

#include "../direct.hpp"
#include "../msgpack_memory.hpp"

MSGPACK_ADD_ENUM(schema::ZonePlan)
MSGPACK_ADD_ENUM(schema::HttpProtocol)
MSGPACK_ADD_ENUM(schema::HttpMethod)
MSGPACK_ADD_ENUM(schema::OriginProtocol)
MSGPACK_ADD_ENUM(schema::Country)
MSGPACK_ADD_ENUM(schema::CacheStatus)

namespace {

struct Http : schema::Http {
  MSGPACK_DEFINE(protocol, status, host_status, up_status, method, content_type, user_agent,
                 referer, request_uri)
};

struct Origin : schema::Origin {
  MSGPACK_DEFINE(ip, port, hostname, protocol)
};

struct Log {
  std::int64_t timestamp{};
  std::uint32_t zone_id{};
  schema::ZonePlan zone_plan{};
  Http http;
  Origin origin;
  schema::Country country{};
  schema::CacheStatus cache_status{};
  std::string server_ip;
  std::string server_name;
  std::string remote_ip;
  std::uint64_t bytes_dlv{};
  std::string ray_id;
  MSGPACK_DEFINE(timestamp, zone_id, zone_plan, http, origin, country, cache_status, server_ip,
                 server_name, remote_ip, bytes_dlv, ray_id)
};

struct Msgpack : MsgpackMemory<Log> {
  using Value = Log;
  static constexpr bool is_plain = true;

  void fill(const schema::Log& from, Log& to) {
    to = {from.timestamp,   from.zone_id,   from.zone_plan,    {from.http},
          {from.origin},    from.country,   from.cache_status, from.server_ip,
          from.server_name, from.remote_ip, from.bytes_dlv,    from.ray_id};
  }
  void take(const Log& from, schema::Log& to) {
    to = {from.timestamp,   from.zone_id,   from.zone_plan,    from.http,
          from.origin,      from.country,   from.cache_status, from.server_ip,
          from.server_name, from.remote_ip, from.bytes_dlv,    from.ray_id};
  }
};

}  // namespace

SERBENCH_DIRECT(Msgpack)
