// protobuf-c's bytes, in memory that free_unpacked frees.
#pragma once

#include <protobuf-c/protobuf-c.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "serbench/c_dom.hpp"
#include "serbench/describe.hpp"

namespace serbench {

struct ProtobufC {
  using Binary = ProtobufCBinaryData;

  // Never without memory, which would be absent in a oneof.
  static void put_bytes(std::span<const std::uint8_t> from, Binary& to) {
    to.data = made(static_cast<std::uint8_t*>(std::malloc(from.size() + 1)));
    to.len = from.size();
    std::memcpy(to.data, from.data(), from.size());
  }
  static BytesView bytes(const Binary& from) { return {from.data, from.len}; }
};

}  // namespace serbench
