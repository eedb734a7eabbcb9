// https://avro.apache.org/docs/1.8.2/api/cpp/html/index.html, with the traits of lists that Avro has.
#include <Decoder.hh>
#include <Encoder.hh>
#include <Specific.hh>

#include "direct.hpp"

namespace {

using serbench::Root;

struct Avro {
  using Value = Root;

  std::string_view encode(const Root& record) {
    const auto out = avro::memoryOutputStream();
    const avro::EncoderPtr encoder = avro::binaryEncoder();
    encoder->init(*out);
    avro::encode(*encoder, record.ids);
    avro::encode(*encoder, record.strings);
    encoder->flush();
    bytes_ = avro::snapshot(*out);
    return {reinterpret_cast<const char*>(bytes_->data()), bytes_->size()};
  }

  void decode(std::string_view bytes, Root& record) {
    const auto in =
        avro::memoryInputStream(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    const avro::DecoderPtr decoder = avro::binaryDecoder();
    decoder->init(*in);
    avro::decode(*decoder, record.ids);
    avro::decode(*decoder, record.strings);
  }

 private:
  boost::shared_ptr<std::vector<std::uint8_t>> bytes_;
};

}  // namespace

SERBENCH_DIRECT(Avro)
