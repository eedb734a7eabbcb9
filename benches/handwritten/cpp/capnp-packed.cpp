// As Cap'n Proto's own benchmark packs (Packed, with UseScratch):
// https://github.com/capnproto/capnproto/blob/v1.1.0/c++/src/capnp/benchmark/capnproto-common.h
// What fills and reads the structs is serbench's.
#include <capnp/serialize-packed.h>

#include "capnp.hpp"

struct Codec {
  using Value = serbench::Root;

  std::string_view encode(const Value& value) {
    capnp::MallocMessageBuilder builder(
        kj::arrayPtr(reinterpret_cast<capnp::word*>(scratch_.data()), scratch_.size()));
    serbench_capnp::put(value, builder);
    kj::ArrayOutputStream out(kj::arrayPtr(bytes_.data(), bytes_.size()));
    capnp::writePackedMessage(out, builder);
    const auto written = out.getArray().asChars();
    return {written.begin(), written.size()};
  }

  void decode(std::string_view bytes, Value& value) {
    kj::ArrayInputStream input(
        kj::arrayPtr(reinterpret_cast<const kj::byte*>(bytes.data()), bytes.size()));
    capnp::PackedMessageReader reader(input);
    serbench_capnp::get(reader, value);
  }

 private:
  std::vector<std::uint64_t> scratch_ = std::vector<std::uint64_t>(8 * 1024);
  std::vector<kj::byte> bytes_ = std::vector<kj::byte>(1 << 20);
};

SERBENCH_DIRECT(Codec)
