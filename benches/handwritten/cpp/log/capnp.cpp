// Accessors as https://capnproto.org/cxx.html#example-usage has them.
#include "../capnp.hpp"

#include "serbench/symbol.hpp"

namespace {

struct Convert {
  using Struct = serbench_capnp::RootStruct;

  static void put(const schema::Log& from, Struct::Builder to) {
    to.setF0(from.timestamp);
    to.setF1(from.zone_id);
    to.setF2(static_cast<serbench_capnp::T3ZonePlan>(from.zone_plan));
    auto http = to.initF3();
    http.setF0(static_cast<serbench_capnp::T4HttpProtocol>(from.http.protocol));
    http.setF1(from.http.status);
    http.setF2(from.http.host_status);
    http.setF3(from.http.up_status);
    http.setF4(static_cast<serbench_capnp::T5HttpMethod>(from.http.method));
    http.setF5(text(from.http.content_type));
    http.setF6(text(from.http.user_agent));
    http.setF7(text(from.http.referer));
    http.setF8(text(from.http.request_uri));
    auto origin = to.initF4();
    origin.setF0(text(from.origin.ip));
    origin.setF1(from.origin.port);
    origin.setF2(text(from.origin.hostname));
    origin.setF3(static_cast<serbench_capnp::T6OriginProtocol>(from.origin.protocol));
    to.setF5(static_cast<serbench_capnp::T7Country>(from.country));
    to.setF6(static_cast<serbench_capnp::T8CacheStatus>(from.cache_status));
    to.setF7(text(from.server_ip));
    to.setF8(text(from.server_name));
    to.setF9(text(from.remote_ip));
    to.setF10(from.bytes_dlv);
    to.setF11(text(from.ray_id));
  }

  template <class E, class Enum>
  static void get(Enum from, E& to) {
    to = serbench::symbol<E>(static_cast<std::int64_t>(from));
  }
  static void get(Struct::Reader from, schema::Log& to) {
    to.timestamp = from.getF0();
    to.zone_id = from.getF1();
    get(from.getF2(), to.zone_plan);
    const auto http = from.getF3();
    get(http.getF0(), to.http.protocol);
    to.http.status = http.getF1();
    to.http.host_status = http.getF2();
    to.http.up_status = http.getF3();
    get(http.getF4(), to.http.method);
    assign(http.getF5(), to.http.content_type);
    assign(http.getF6(), to.http.user_agent);
    assign(http.getF7(), to.http.referer);
    assign(http.getF8(), to.http.request_uri);
    const auto origin = from.getF4();
    assign(origin.getF0(), to.origin.ip);
    to.origin.port = origin.getF1();
    assign(origin.getF2(), to.origin.hostname);
    get(origin.getF3(), to.origin.protocol);
    get(from.getF5(), to.country);
    get(from.getF6(), to.cache_status);
    assign(from.getF7(), to.server_ip);
    assign(from.getF8(), to.server_name);
    assign(from.getF9(), to.remote_ip);
    to.bytes_dlv = from.getF10();
    assign(from.getF11(), to.ray_id);
  }
};

}  // namespace

SERBENCH_DIRECT(CapnProto<Convert>)
