// ---
// library = "capnp"
// released = "2024-12-21"
// format = "capnproto-packed"
// wire = "capnproto-packed"
// traits = ["binary", "schema", "own-model", "reuses-objects"]
// page = "https://capnproto.org/encoding.html#packing"
// unions = "a struct with a union"
// evolution = "ordinals"
// fetch = ["capnp"]
// generate = ["capnp"]
// limits = ["lists and maps of 2^29 items or more", "text and bytes of 512 MiB or more"]
// ---
#include <capnp/serialize-packed.h>
#include <kj/io.h>

#include <algorithm>
#include <optional>

#include "libraries/capnp_message.hpp"
#include "serbench/codec.hpp"

namespace {

using serbench::Buffer;
using serbench::capnproto::Message;

// kj's view of a buffer that grows: the packer writes into what room there is.
class BufferStream final : public kj::BufferedOutputStream {
 public:
  explicit BufferStream(Buffer& out) : out_(out) {}

  kj::ArrayPtr<kj::byte> getWriteBuffer() override {
    auto* at = reinterpret_cast<kj::byte*>(out_.reserve(1024));
    return kj::arrayPtr(at, out_.capacity() - out_.size());
  }
  void write(const void* from, std::size_t size) override {
    if (from == out_.data() + out_.size()) {
      out_.commit(size);
    } else {
      out_.append(from, size);
    }
  }

 private:
  Buffer& out_;
};

// The library would read segments after the first when they are looked at, or when the reader ends,
// from bytes that may be gone by then.
struct WholeReader : capnp::PackedMessageReader {
  WholeReader(kj::BufferedInputStream& in, const capnp::ReaderOptions& options)
      : PackedMessageReader(in, options) {
    for (kj::uint id = 0; getSegment(id).begin() != nullptr;) ++id;
  }
};

// A message that was unpacked into memory of its own.
class Unpacked {
 public:
  void open(std::span<const std::byte> in) {
    reader_.reset();
    const auto bytes = kj::arrayPtr(reinterpret_cast<const kj::byte*>(in.data()), in.size());
    stream_.emplace(bytes);
    // The defaults stop at 64 structs in one another, and at 64 MiB. Two bytes are 256 words at most.
    const capnp::ReaderOptions options{
        .traversalLimitInWords =
            std::max<std::uint64_t>(capnp::ReaderOptions().traversalLimitInWords, 128 * in.size()),
        .nestingLimit = 10000};
    reader_.emplace(*stream_, options);
  }
  capnp::MessageReader& reader() const { return *reader_; }

 private:
  std::optional<kj::ArrayInputStream> stream_;
  mutable std::optional<WholeReader> reader_;
};

struct CapnProtoPacked {
  using Input = Message;
  using Output = Unpacked;

  void populate(const serbench::Root& value, Message& in) { in.build(value); }
  void encode(const Message& in, Buffer& out) {
    BufferStream stream(out);
    capnp::writePackedMessage(stream, in.segments());
  }
  void decode(std::span<const std::byte> in, Unpacked& out) { out.open(in); }
  void convert(const Unpacked& out, serbench::Root& value) {
    serbench_capnp::get(out.reader(), value);
  }
  std::uint64_t read(std::span<const std::byte> in) {
    Unpacked out;
    out.open(in);
    return serbench_capnp::sum(out.reader());
  }
};

}  // namespace

SERBENCH_CODEC(CapnProtoPacked)
