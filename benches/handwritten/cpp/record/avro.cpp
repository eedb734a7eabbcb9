// https://avro.apache.org/docs/1.8.2/api/cpp/html/index.html: an encoder and a decoder, with the
// traits of lists that Avro has.
#include "../avro.hpp"

#include "../direct.hpp"

namespace {

using serbench::Root;

struct Avro {
  using Value = Root;

  std::string_view encode(const Root& record) {
    out_.clear();
    encoder_->init(out_);
    avro::encode(*encoder_, record.ids);
    avro::encode(*encoder_, record.strings);
    encoder_->flush();
    return out_.text();
  }

  void decode(std::string_view bytes, Root& record) {
    in_.read_from(bytes);
    decoder_->init(in_);
    avro::decode(*decoder_, record.ids);
    avro::decode(*decoder_, record.strings);
  }

 private:
  MemoryOutput out_;
  MemoryInput in_;
  avro::EncoderPtr encoder_ = avro::binaryEncoder();
  avro::DecoderPtr decoder_ = avro::binaryDecoder();
};

}  // namespace

SERBENCH_DIRECT(Avro)
