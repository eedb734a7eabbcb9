// https://github.com/aeron-io/simple-binary-encoding/blob/master/sbe-benchmarks/src/main/cpp/SbeCarCodecBench.h
// with the header before the message, and with the checks of bounds, which that leaves out where it
// is compiled for release.
#include <string_view>
#include <vector>

#include "../direct.hpp"
#include "serbench_sbe_generated/Root.h"

namespace {

namespace generated = serbench::sbe::generated;
using Message = generated::Root;

struct Codec {
  using Value = schema::Log;

  std::string_view encode(const Value& log) {
    const schema::Http& http = log.http;
    const schema::Origin& origin = log.origin;
    message_.wrapAndApplyHeader(memory_.data(), 0, memory_.size())
        .f2(log.timestamp)
        .f3(log.zone_id)
        .f4(static_cast<generated::Enum0::Value>(log.zone_plan))
        .f6(static_cast<generated::Enum1::Value>(http.protocol))
        .f7(http.status)
        .f8(http.host_status)
        .f9(http.up_status)
        .f10(static_cast<generated::Enum2::Value>(http.method))
        .f17(origin.port)
        .f19(static_cast<generated::Enum3::Value>(origin.protocol))
        .f20(static_cast<generated::Enum4::Value>(log.country))
        .f21(static_cast<generated::Enum5::Value>(log.cache_status))
        .f25(log.bytes_dlv)
        .putF11(http.content_type)
        .putF12(http.user_agent)
        .putF13(http.referer)
        .putF14(http.request_uri)
        .putF16(origin.ip)
        .putF18(origin.hostname)
        .putF22(log.server_ip)
        .putF23(log.server_name)
        .putF24(log.remote_ip)
        .putF26(log.ray_id);
    return {memory_.data(), header_size + message_.encodedLength()};
  }

  void decode(std::string_view bytes, Value& log) {
    message_.wrapForDecode(const_cast<char*>(bytes.data()), header_size, Message::sbeBlockLength(),
                           Message::sbeSchemaVersion(), bytes.size());
    schema::Http& http = log.http;
    schema::Origin& origin = log.origin;
    log.timestamp = message_.f2();
    log.zone_id = message_.f3();
    log.zone_plan = static_cast<decltype(log.zone_plan)>(message_.f4());
    http.protocol = static_cast<decltype(http.protocol)>(message_.f6());
    http.status = message_.f7();
    http.host_status = message_.f8();
    http.up_status = message_.f9();
    http.method = static_cast<decltype(http.method)>(message_.f10());
    origin.port = message_.f17();
    origin.protocol = static_cast<decltype(origin.protocol)>(message_.f19());
    log.country = static_cast<decltype(log.country)>(message_.f20());
    log.cache_status = static_cast<decltype(log.cache_status)>(message_.f21());
    log.bytes_dlv = message_.f25();
    http.content_type = message_.getF11AsStringView();
    http.user_agent = message_.getF12AsStringView();
    http.referer = message_.getF13AsStringView();
    http.request_uri = message_.getF14AsStringView();
    origin.ip = message_.getF16AsStringView();
    origin.hostname = message_.getF18AsStringView();
    log.server_ip = message_.getF22AsStringView();
    log.server_name = message_.getF23AsStringView();
    log.remote_ip = message_.getF24AsStringView();
    log.ray_id = message_.getF26AsStringView();
  }

 private:
  static constexpr std::uint64_t header_size = generated::MessageHeader::encodedLength();

  Message message_;
  std::vector<char> memory_ = std::vector<char>(1 << 20);
};

}  // namespace

SERBENCH_DIRECT(Codec)
