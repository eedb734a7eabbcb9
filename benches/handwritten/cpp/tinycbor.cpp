// https://intel.github.io/tinycbor/current/a00046.html: an encoder into memory that is large enough.
// What walks records, maps and lists is serbench's.
#include "libraries/tinycbor.hpp"

#include "direct.hpp"

struct Codec {
  using Value = serbench::Root;

  std::string_view encode(const Value& value) {
    CborEncoder encoder;
    cbor_encoder_init(&encoder, memory_.data(), memory_.size(), 0);
    serbench::tinycbor::put(encoder, value);
    if (cbor_encoder_get_extra_bytes_needed(&encoder) != 0) throw std::runtime_error("no room");
    return {reinterpret_cast<const char*>(memory_.data()),
            cbor_encoder_get_buffer_size(&encoder, memory_.data())};
  }
  void decode(std::string_view text, Value& value) {
    CborParser parser;
    CborValue at;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    serbench::tinycbor::check(cbor_parser_init(bytes, text.size(), 0, &parser, &at));
    reader_.get(at, value);
  }

 private:
  std::vector<std::uint8_t> memory_ = std::vector<std::uint8_t>(1 << 20);
  serbench::tinycbor::Reader reader_;
};

SERBENCH_DIRECT(Codec)
