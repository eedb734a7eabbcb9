// ---
// library = "serbench"
// format = "handcoded"
// traits = ["binary", "schema", "hand-written", "reference", "core"]
// page = ""
// unions = "the variant's number and the value"
// extra = ["borrow"]
// [types]
// date = "i64"
// time = "i64"
// timestamp = "i64"
// timestamp_offset = "i64, and i64 of minutes"
// duration = "i64"
// decimal = "i64, or 16 bytes; beyond 38 digits bytes"
// uuid = "16 bytes"
// bigint = "bytes"
// keys = "map"
// ---
#include "libraries/handcoded.hpp"

#include "serbench/codec.hpp"
#include "serbench/views.hpp"

namespace {

using namespace serbench;

struct Handcoded {
  void encode(const Root& value, Buffer& out) {
    handcoded::Writer(out).write(value);
    if (out.size() > ~handcoded::Length{0})
      throw CannotHold("lengths have 32 bits, and the value is longer");
  }

  void decode(std::span<const std::byte> in, Root& out) { get(in, out); }
  void borrow(std::span<const std::byte> in, auto& out) { get(in, out); }

 private:
  template <class T>
  static void get(std::span<const std::byte> in, T& out) {
    Input bytes(in);
    handcoded::get(bytes, out, 0);
    if (bytes.left() != 0) throw std::runtime_error("bytes are left after the value");
  }
};

}  // namespace

SERBENCH_CODEC(Handcoded)
