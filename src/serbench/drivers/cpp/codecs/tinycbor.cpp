// ---
// library = "tinycbor"
// released = "2025-03-12"
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing"]
// page = "https://intel.github.io/tinycbor/current/a00046.html"
// unions = "the value"
// fetch = ["tinycbor"]
// types = { absent = "no member" }
// ---
#include "libraries/tinycbor.hpp"

#include <algorithm>

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

struct TinyCbor {
  // The encoder says how much room it lacked.
  void encode(const Root& value, Buffer& out) {
    for (std::size_t room = std::max<std::size_t>(out.capacity(), 4096);;) {
      auto* const bytes = reinterpret_cast<std::uint8_t*>(out.reserve(room));
      CborEncoder encoder;
      cbor_encoder_init(&encoder, bytes, room, 0);
      tinycbor::put(encoder, value);
      const std::size_t lacking = cbor_encoder_get_extra_bytes_needed(&encoder);
      if (lacking == 0) return out.commit(cbor_encoder_get_buffer_size(&encoder, bytes));
      room += lacking;
    }
  }

  void decode(std::span<const std::byte> in, Root& out) {
    CborParser parser;
    CborValue at;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(in.data());
    tinycbor::check(cbor_parser_init(bytes, in.size(), 0, &parser, &at));
    reader_.get(at, out);
    if (cbor_value_get_next_byte(&at) != bytes + in.size()) {
      throw std::runtime_error("bytes are left after the value");
    }
  }

 private:
  tinycbor::Reader reader_;
};

}  // namespace

SERBENCH_CODEC(TinyCbor)
