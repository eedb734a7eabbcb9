// ---
// library = "Avro C++"
// released = "2017-05-20"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema", "resolves", "core"]
// page = "https://avro.apache.org/docs/1.8.2/api/cpp/html/index.html"
// evolution = "resolution: the writer's schema, defaults, aliases"
// headers = ["boost/any.hpp"]
// packages = ["libboost1.81-dev"]
// fetch = ["avro"]
// generate = ["avsc"]
// ---
#include "libraries/avro.hpp"

#include <Compiler.hh>
#include <ValidSchema.hh>

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

avro::DecoderPtr decoder() {
  if constexpr (avro_resolves) {
    return avro::resolvingDecoder(avro::compileJsonSchemaFromString(avro_writer_schema),
                                  avro::compileJsonSchemaFromString(avro_schema),
                                  avro::binaryDecoder());
  }
  return avro::binaryDecoder();
}

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
    if (avro_resolves) return;  // what the writer alone has at the end is left
    if (reader_.left() != 0) throw std::runtime_error("bytes are left after the value");
  }

 private:
  AvroWriter writer_;
  AvroReader reader_;
  avro::EncoderPtr encoder_ = avro::binaryEncoder();
  avro::DecoderPtr decoder_ = decoder();
};

}  // namespace

SERBENCH_CODEC(Avro)
