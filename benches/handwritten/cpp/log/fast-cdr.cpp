// As the code does that fastddsgen generates
// (https://fast-dds.docs.eprosima.com/en/v2.9.0/fastddsgen/dataTypes/dataTypes.html): one member after
// the other, enums as 32 bits, into a buffer that is large enough.
#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "../direct.hpp"

namespace {

using eprosima::fastcdr::Cdr;
using eprosima::fastcdr::FastBuffer;

template <class... Member>
void put(Cdr& out, const Member&... members) {
  const auto one = [&]<class T>(const T& member) {
    if constexpr (std::is_enum_v<T>) {
      out << static_cast<std::uint32_t>(member);
    } else {
      out << member;
    }
  };
  (one(members), ...);
}

template <class... Member>
void get(Cdr& in, Member&... members) {
  const auto one = [&]<class T>(T& member) {
    if constexpr (std::is_enum_v<T>) {
      std::uint32_t number = 0;
      in >> number;
      member = static_cast<T>(number);
    } else {
      in >> member;
    }
  };
  (one(members), ...);
}

// Calls f with every member, in the schema's order.
template <class Log, class F>
void with_members(Log& log, F&& f) {
  auto& http = log.http;
  auto& origin = log.origin;
  f(log.timestamp, log.zone_id, log.zone_plan, http.protocol, http.status, http.host_status,
    http.up_status, http.method, http.content_type, http.user_agent, http.referer, http.request_uri,
    origin.ip, origin.port, origin.hostname, origin.protocol, log.country, log.cache_status,
    log.server_ip, log.server_name, log.remote_ip, log.bytes_dlv, log.ray_id);
}

struct Codec {
  using Value = schema::Log;

  std::string_view encode(const Value& log) {
    FastBuffer buffer(memory_.data(), memory_.size());
    Cdr cdr(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
    cdr.serialize_encapsulation();
    with_members(log, [&](const auto&... members) { put(cdr, members...); });
    return {memory_.data(), cdr.getSerializedDataLength()};
  }
  void decode(std::string_view bytes, Value& log) {
    FastBuffer buffer(const_cast<char*>(bytes.data()), bytes.size());
    Cdr cdr(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
    cdr.read_encapsulation();
    with_members(log, [&](auto&... members) { get(cdr, members...); });
  }

 private:
  std::vector<char> memory_ = std::vector<char>(1 << 20);
};

}  // namespace

SERBENCH_DIRECT(Codec)
