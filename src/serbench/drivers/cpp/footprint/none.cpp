// ---
// library = "serbench"
// format = "none"
// traits = ["binary", "hand-written"]
// page = ""
// unions = "none of it is written"
// ---
// No codec, for `serbench footprint`: what the same program is without one.
#include "serbench/codec.hpp"

namespace {

struct None {
  void encode(const serbench::Root&, serbench::Buffer&) {}
  void decode(std::span<const std::byte>, serbench::Root&) {}
};

}  // namespace

SERBENCH_CODEC(None)
