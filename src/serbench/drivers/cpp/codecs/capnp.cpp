// ---
// library = "capnp"
// released = "2024-12-21"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects"]
// page = "https://capnproto.org/cxx.html#messages-and-io"
// unions = "a struct with a union"
// evolution = "ordinals"
// fetch = ["capnp"]
// generate = ["capnp"]
// limits = ["lists and maps of 2^29 items or more", "text and bytes of 512 MiB or more"]
// ---
#include <capnp/serialize.h>
#include <kj/io.h>

#include "libraries/capnp_message.hpp"
#include "serbench/codec.hpp"

namespace {

using serbench::Buffer;
using serbench::capnproto::Message;
using serbench::capnproto::View;

// There is nothing to decode: that copies the bytes, `borrow` and deserialize do not.
struct CapnProto {
  using Input = Message;
  using Output = View;

  void populate(const serbench::Root& value, Message& in) { in.build(value); }

  void encode(const Message& in, Buffer& out) {
    const std::size_t size =
        capnp::computeSerializedSizeInWords(in.segments()) * sizeof(capnp::word);
    kj::ArrayOutputStream stream(kj::arrayPtr(reinterpret_cast<kj::byte*>(out.extend(size)), size));
    capnp::writeMessage(stream, in.segments());
  }

  void decode(std::span<const std::byte> in, View& out) { out.copy(in); }
  void borrow(std::span<const std::byte> in, View& out) { out.open(in); }
  void convert(const View& out, serbench::Root& value) { serbench_capnp::get(out.reader(), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    View view;
    view.open(in);
    return serbench_capnp::sum(view.reader());
  }

  std::uint64_t access(std::span<const std::byte> in) {
    View view;
    view.open(in);
    return serbench_capnp::access(view.reader());
  }

  std::uint64_t sum(const View& view) { return serbench_capnp::sum(view.reader()); }
};

}  // namespace

SERBENCH_CODEC(CapnProto)
