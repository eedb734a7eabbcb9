// ---
// library = "serbench"
// format = "handcoded"
// traits = ["binary", "schema", "limit", "reference"]
// page = ""
// ---
#include "serbench/handcoded.hpp"

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

struct Handcoded {
  void encode(const Root& value, Buffer& out) {
    const std::size_t size = handcoded::size_of(value);
    if (size > ~handcoded::Length{0})
      throw CannotHold("lengths have 32 bits, and the value is longer");
    handcoded::put(out.extend(size), value);
  }

  void decode(std::span<const std::byte> in, Root& out) {
    Input bytes(in);
    handcoded::get(bytes, out, 0);
    if (bytes.left() != 0) throw std::runtime_error("bytes are left after the value");
  }
};

}  // namespace

SERBENCH_CODEC(Handcoded)
