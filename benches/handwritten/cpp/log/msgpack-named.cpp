// Adaptors of classes as https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_adaptor has them, as maps
// from names: MSGPACK_DEFINE_MAP would make a std::map of the names of each record that it reads, and
// MSGPACK_ADD_ENUM would have numbers for symbols. Of
// https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_unpacker the zone that is kept and the text that
// is referred to where it lies.
#include <msgpack.hpp>

#include "../direct.hpp"
#include "../msgpack_memory.hpp"
#include "../names.hpp"

namespace msgpack::adaptor {

template <serbench::Enum E>
struct pack<E> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& o, E symbol) const {
    return o.pack(name_of(symbol));
  }
};
template <serbench::Enum E>
struct convert<E> {
  const msgpack::object& operator()(const msgpack::object& o, E& symbol) const {
    if (!symbol_of(o.as<std::string_view>(), symbol)) throw type_error();
    return o;
  }
};

// Calls f(name, value) for each of so many entries of a map; it returns whether there is that field.
template <class F>
void each(const msgpack::object& o, std::size_t fields, F&& f) {
  if (o.type != type::MAP) throw type_error();
  for (std::uint32_t i = 0; i < o.via.map.size; ++i) {
    const msgpack::object_kv& entry = o.via.map.ptr[i];
    if (f(entry.key.as<std::string_view>(), entry.val)) --fields;
  }
  if (fields != 0) throw type_error();
}

template <>
struct pack<schema::Http> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& o, const schema::Http& v) const {
    o.pack_map(9);
    o.pack("protocol").pack(v.protocol).pack("status").pack(v.status);
    o.pack("host_status").pack(v.host_status).pack("up_status").pack(v.up_status);
    o.pack("method").pack(v.method).pack("content_type").pack(v.content_type);
    o.pack("user_agent").pack(v.user_agent).pack("referer").pack(v.referer);
    return o.pack("request_uri").pack(v.request_uri);
  }
};
template <>
struct convert<schema::Http> {
  const msgpack::object& operator()(const msgpack::object& o, schema::Http& v) const {
    each(o, 9, [&](std::string_view name, const msgpack::object& value) {
      if (name == "protocol")
        value.convert(v.protocol);
      else if (name == "status")
        value.convert(v.status);
      else if (name == "host_status")
        value.convert(v.host_status);
      else if (name == "up_status")
        value.convert(v.up_status);
      else if (name == "method")
        value.convert(v.method);
      else if (name == "content_type")
        value.convert(v.content_type);
      else if (name == "user_agent")
        value.convert(v.user_agent);
      else if (name == "referer")
        value.convert(v.referer);
      else if (name == "request_uri")
        value.convert(v.request_uri);
      else
        return false;
      return true;
    });
    return o;
  }
};

template <>
struct pack<schema::Origin> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& o, const schema::Origin& v) const {
    o.pack_map(4);
    o.pack("ip").pack(v.ip).pack("port").pack(v.port);
    return o.pack("hostname").pack(v.hostname).pack("protocol").pack(v.protocol);
  }
};
template <>
struct convert<schema::Origin> {
  const msgpack::object& operator()(const msgpack::object& o, schema::Origin& v) const {
    each(o, 4, [&](std::string_view name, const msgpack::object& value) {
      if (name == "ip")
        value.convert(v.ip);
      else if (name == "port")
        value.convert(v.port);
      else if (name == "hostname")
        value.convert(v.hostname);
      else if (name == "protocol")
        value.convert(v.protocol);
      else
        return false;
      return true;
    });
    return o;
  }
};

template <>
struct pack<schema::Log> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& o, const schema::Log& v) const {
    o.pack_map(12);
    o.pack("timestamp").pack(v.timestamp).pack("zone_id").pack(v.zone_id);
    o.pack("zone_plan").pack(v.zone_plan).pack("http").pack(v.http);
    o.pack("origin").pack(v.origin).pack("country").pack(v.country);
    o.pack("cache_status").pack(v.cache_status).pack("server_ip").pack(v.server_ip);
    o.pack("server_name").pack(v.server_name).pack("remote_ip").pack(v.remote_ip);
    return o.pack("bytes_dlv").pack(v.bytes_dlv).pack("ray_id").pack(v.ray_id);
  }
};
template <>
struct convert<schema::Log> {
  const msgpack::object& operator()(const msgpack::object& o, schema::Log& v) const {
    each(o, 12, [&](std::string_view name, const msgpack::object& value) {
      if (name == "timestamp")
        value.convert(v.timestamp);
      else if (name == "zone_id")
        value.convert(v.zone_id);
      else if (name == "zone_plan")
        value.convert(v.zone_plan);
      else if (name == "http")
        value.convert(v.http);
      else if (name == "origin")
        value.convert(v.origin);
      else if (name == "country")
        value.convert(v.country);
      else if (name == "cache_status")
        value.convert(v.cache_status);
      else if (name == "server_ip")
        value.convert(v.server_ip);
      else if (name == "server_name")
        value.convert(v.server_name);
      else if (name == "remote_ip")
        value.convert(v.remote_ip);
      else if (name == "bytes_dlv")
        value.convert(v.bytes_dlv);
      else if (name == "ray_id")
        value.convert(v.ray_id);
      else
        return false;
      return true;
    });
    return o;
  }
};

}  // namespace msgpack::adaptor

namespace {

struct MsgpackNamed : MsgpackMemory<schema::Log> {
  using Value = schema::Log;
};

}  // namespace

SERBENCH_DIRECT(MsgpackNamed)
