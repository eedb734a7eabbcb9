// https://flatbuffers.dev/tutorial/, with one builder for all as FlatBuffers' own benchmark has it
// (benchmarks/cpp/flatbuffers/fb_bench.cpp): a buffer of a plain value, and back.
#pragma once

#include "../direct.hpp"
#include "schema/flatbuffers_convert.hpp"
#include "serbench/symbol.hpp"

template <bool is_checked>
class FlatBuffers {
 public:
  using Value = schema::Log;

  std::string_view encode(const Value& log) {
    using namespace serbench_flat;
    flatbuffers::FlatBufferBuilder& to = builder_;
    to.Clear();
    const auto content_type = to.CreateString(log.http.content_type);
    const auto user_agent = to.CreateString(log.http.user_agent);
    const auto referer = to.CreateString(log.http.referer);
    const auto request_uri = to.CreateString(log.http.request_uri);
    const auto http = CreateT1Http(to, static_cast<T4HttpProtocol>(log.http.protocol),
                                   log.http.status, log.http.host_status, log.http.up_status,
                                   static_cast<T5HttpMethod>(log.http.method), content_type,
                                   user_agent, referer, request_uri);
    const auto ip = to.CreateString(log.origin.ip);
    const auto hostname = to.CreateString(log.origin.hostname);
    const auto origin = CreateT2Origin(to, ip, log.origin.port, hostname,
                                       static_cast<T6OriginProtocol>(log.origin.protocol));
    const auto server_ip = to.CreateString(log.server_ip);
    const auto server_name = to.CreateString(log.server_name);
    const auto remote_ip = to.CreateString(log.remote_ip);
    const auto ray_id = to.CreateString(log.ray_id);
    to.Finish(CreateT0Log(to, log.timestamp, log.zone_id, static_cast<T3ZonePlan>(log.zone_plan),
                          http, origin, static_cast<T7Country>(log.country),
                          static_cast<T8CacheStatus>(log.cache_status), server_ip, server_name,
                          remote_ip, log.bytes_dlv, ray_id));
    return {reinterpret_cast<const char*>(to.GetBufferPointer()), to.GetSize()};
  }

  void decode(std::string_view bytes, Value& log) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
    flatbuffers::Verifier verifier(begin, bytes.size());
    if (is_checked && !verifier.VerifyBuffer<serbench_flat::RootTable>()) {
      throw std::runtime_error("corrupt");
    }
    const auto* from = flatbuffers::GetRoot<serbench_flat::RootTable>(begin);
    log.timestamp = from->f0();
    log.zone_id = from->f1();
    get(from->f2(), log.zone_plan);
    const serbench_flat::T1Http* http = from->f3();
    get(http->f0(), log.http.protocol);
    log.http.status = http->f1();
    log.http.host_status = http->f2();
    log.http.up_status = http->f3();
    get(http->f4(), log.http.method);
    get(http->f5(), log.http.content_type);
    get(http->f6(), log.http.user_agent);
    get(http->f7(), log.http.referer);
    get(http->f8(), log.http.request_uri);
    const serbench_flat::T2Origin* origin = from->f4();
    get(origin->f0(), log.origin.ip);
    log.origin.port = origin->f1();
    get(origin->f2(), log.origin.hostname);
    get(origin->f3(), log.origin.protocol);
    get(from->f5(), log.country);
    get(from->f6(), log.cache_status);
    get(from->f7(), log.server_ip);
    get(from->f8(), log.server_name);
    get(from->f9(), log.remote_ip);
    log.bytes_dlv = from->f10();
    get(from->f11(), log.ray_id);
  }

 private:
  static void get(const flatbuffers::String* from, std::string& to) {
    if (from != nullptr) to.assign(from->c_str(), from->size());
  }
  template <class Number, serbench::Enum E>
  static void get(Number from, E& to) {
    to = serbench::symbol<E>(static_cast<std::int64_t>(from));
  }

  flatbuffers::FlatBufferBuilder builder_;
};
