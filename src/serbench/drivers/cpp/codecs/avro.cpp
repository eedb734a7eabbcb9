// ---
// library = "Avro C++"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema"]
// page = "https://avro.apache.org/docs/1.8.2/api/cpp/html/index.html"
// headers = ["boost/any.hpp"]
// packages = ["libboost1.81-dev"]
// fetch = ["avro"]
// ---
#include "libraries/avro.hpp"

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

// One encoder and one decoder for all values, as they are meant to be used.
struct Avro {
  void encode(const Root& value, Buffer& out) {
    encoder_->init(writer_);  // gives back what an encoder that threw had left
    writer_.attach(out);
    avro::encode(*encoder_, value);
    encoder_->flush();
  }

  void decode(std::span<const std::byte> in, Root& out) {
    decoder_->init(reader_);
    reader_.attach(in);
    avro::decode(*decoder_, out);
    decoder_->init(reader_);
    if (reader_.left() != 0) throw std::runtime_error("bytes are left after the value");
  }

 private:
  AvroWriter writer_;
  AvroReader reader_;
  avro::EncoderPtr encoder_ = avro::binaryEncoder();
  avro::DecoderPtr decoder_ = avro::binaryDecoder();
};

}  // namespace

SERBENCH_CODEC(Avro)
