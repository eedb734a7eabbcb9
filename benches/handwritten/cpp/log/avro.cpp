// https://avro.apache.org/docs/1.8.2/api/cpp/html/index.html: an encoder and a decoder, with traits
// of records as its avrogencpp generates them.
#include "../avro.hpp"

#include "../direct.hpp"

namespace avro {

template <serbench::Enum E>
struct codec_traits<E> {
  static void encode(Encoder& e, E v) { e.encodeEnum(static_cast<std::size_t>(v)); }
  static void decode(Decoder& d, E& v) {
    const std::size_t index = d.decodeEnum();
    if (index >= serbench::wire_names<E>.size()) throw Exception("enum value out of bound");
    v = static_cast<E>(index);
  }
};

// Avro's integers have signs: a u32 is a long.
template <class Unsigned>
requires std::same_as<Unsigned, std::uint32_t> || std::same_as<Unsigned, std::uint64_t>
struct codec_traits<Unsigned> {
  static void encode(Encoder& e, Unsigned v) { e.encodeLong(static_cast<std::int64_t>(v)); }
  static void decode(Decoder& d, Unsigned& v) {
    const std::int64_t number = d.decodeLong();
    v = static_cast<Unsigned>(number);
    if (static_cast<std::int64_t>(v) != number) throw Exception("not an unsigned integer");
  }
};

template <>
struct codec_traits<schema::Http> {
  static void encode(Encoder& e, const schema::Http& v) {
    avro::encode(e, v.protocol);
    avro::encode(e, v.status);
    avro::encode(e, v.host_status);
    avro::encode(e, v.up_status);
    avro::encode(e, v.method);
    avro::encode(e, v.content_type);
    avro::encode(e, v.user_agent);
    avro::encode(e, v.referer);
    avro::encode(e, v.request_uri);
  }
  static void decode(Decoder& d, schema::Http& v) {
    avro::decode(d, v.protocol);
    avro::decode(d, v.status);
    avro::decode(d, v.host_status);
    avro::decode(d, v.up_status);
    avro::decode(d, v.method);
    avro::decode(d, v.content_type);
    avro::decode(d, v.user_agent);
    avro::decode(d, v.referer);
    avro::decode(d, v.request_uri);
  }
};

template <>
struct codec_traits<schema::Origin> {
  static void encode(Encoder& e, const schema::Origin& v) {
    avro::encode(e, v.ip);
    avro::encode(e, v.port);
    avro::encode(e, v.hostname);
    avro::encode(e, v.protocol);
  }
  static void decode(Decoder& d, schema::Origin& v) {
    avro::decode(d, v.ip);
    avro::decode(d, v.port);
    avro::decode(d, v.hostname);
    avro::decode(d, v.protocol);
  }
};

template <>
struct codec_traits<schema::Log> {
  static void encode(Encoder& e, const schema::Log& v) {
    avro::encode(e, v.timestamp);
    avro::encode(e, v.zone_id);
    avro::encode(e, v.zone_plan);
    avro::encode(e, v.http);
    avro::encode(e, v.origin);
    avro::encode(e, v.country);
    avro::encode(e, v.cache_status);
    avro::encode(e, v.server_ip);
    avro::encode(e, v.server_name);
    avro::encode(e, v.remote_ip);
    avro::encode(e, v.bytes_dlv);
    avro::encode(e, v.ray_id);
  }
  static void decode(Decoder& d, schema::Log& v) {
    avro::decode(d, v.timestamp);
    avro::decode(d, v.zone_id);
    avro::decode(d, v.zone_plan);
    avro::decode(d, v.http);
    avro::decode(d, v.origin);
    avro::decode(d, v.country);
    avro::decode(d, v.cache_status);
    avro::decode(d, v.server_ip);
    avro::decode(d, v.server_name);
    avro::decode(d, v.remote_ip);
    avro::decode(d, v.bytes_dlv);
    avro::decode(d, v.ray_id);
  }
};

}  // namespace avro

namespace {

struct Avro {
  using Value = schema::Log;

  std::string_view encode(const schema::Log& log) {
    out_.clear();
    encoder_->init(out_);
    avro::encode(*encoder_, log);
    encoder_->flush();
    return out_.text();
  }

  void decode(std::string_view bytes, schema::Log& log) {
    in_.read_from(bytes);
    decoder_->init(in_);
    avro::decode(*decoder_, log);
  }

 private:
  MemoryOutput out_;
  MemoryInput in_;
  avro::EncoderPtr encoder_ = avro::binaryEncoder();
  avro::DecoderPtr decoder_ = avro::binaryDecoder();
};

}  // namespace

SERBENCH_DIRECT(Avro)
