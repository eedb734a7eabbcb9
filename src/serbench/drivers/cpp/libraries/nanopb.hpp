// nanopb's bytes, in memory that pb_release frees.
#pragma once

#include <pb.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "serbench/c_dom.hpp"
#include "serbench/describe.hpp"

namespace serbench {

struct Nanopb {
  using Binary = pb_bytes_array_t*;

  static void put_bytes(std::span<const std::uint8_t> from, Binary& to) {
    to = made(static_cast<Binary>(std::malloc(PB_BYTES_ARRAY_T_ALLOCSIZE(from.size()))));
    to->size = static_cast<pb_size_t>(from.size());
    std::memcpy(to->bytes, from.data(), from.size());
  }
  static BytesView bytes(const Binary& from) {
    return from == nullptr ? BytesView() : BytesView(from->bytes, from->size);
  }
};

}  // namespace serbench
