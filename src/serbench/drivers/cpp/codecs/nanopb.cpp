// ---
// library = "nanopb"
// released = "2022-12-11"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://jpa.kapsi.fi/nanopb/docs/concepts.html"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// packages = ["nanopb", "protobuf-compiler"]
// generate = ["nanopb"]
// fetch = ["nanopb"]
// limits = ["texts that hold the character NUL", "keys that hold the character NUL"]
// ---
#include <pb_decode.h>
#include <pb_encode.h>

#include <algorithm>
#include <cstring>

#include "schema/nanopb_convert.hpp"
#include "serbench/codec.hpp"
#include "serbench/nul_text.hpp"

namespace {

using namespace serbench;
using namespace serbench_nanopb;

struct Message {
  Message() = default;
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  ~Message() { release(); }

  void clear() {
    release();
    root = {};
  }
  // Whoever calls this fills the message then. To look for what a new one has to release would take
  // a seventh of decoding.
  void release() {
    if (is_used) pb_release(root_fields, &root);
    is_used = true;
  }

  RootMessage root{};
  bool is_used = false;
};

struct NanopbCodec {
  using Input = Message;
  using Output = Message;

  void populate(const Root& value, Input& in) {
    in.clear();
    put(value, &in.root);
  }

  // A stream into memory cannot grow.
  void encode(const Input& in, Buffer& out) {
    for (std::size_t room = std::max<std::size_t>(out.capacity(), 4096);; room *= 2) {
      auto* const place = reinterpret_cast<pb_byte_t*>(out.reserve(room));
      pb_ostream_t stream = pb_ostream_from_buffer(place, room);
      if (pb_encode(&stream, root_fields, &in.root)) return out.commit(stream.bytes_written);
      if (std::strcmp(PB_GET_ERROR(&stream), "stream full") != 0) fail(PB_GET_ERROR(&stream));
    }
  }

  void decode(std::span<const std::byte> in, Output& out) {
    out.release();
    pb_istream_t stream =
        pb_istream_from_buffer(reinterpret_cast<const pb_byte_t*>(in.data()), in.size());
    if (!pb_decode(&stream, root_fields, &out.root)) fail(PB_GET_ERROR(&stream));
  }

  void convert(const Output& out, Root& value) { get(out.root, value); }

  std::uint64_t read(std::span<const std::byte> in) {
    decode(in, read_);
    return sum(read_.root);
  }

  static std::string explain(const Root& value) {
    return explain_nul(value, "a text ends at its first NUL");
  }

 private:
  [[noreturn]] static void fail(const char* reason) { throw std::runtime_error(reason); }

  Message read_;
};

}  // namespace

SERBENCH_CODEC(NanopbCodec)
