// ---
// library = "Fast CDR"
// released = "2022-12-12"
// format = "cdr"
// traits = ["binary", "schema"]
// page = "https://fast-dds.docs.eprosima.com/en/v2.9.0/fastddsgen/dataTypes/dataTypes.html"
// unions = "the variant's number and the value"
// fetch = ["fast_cdr"]
// limits = ["texts that hold the character NUL", "keys that hold the character NUL"]
// ---
#include <fastcdr/FastBuffer.h>
#include <fastcdr/exceptions/NotEnoughMemoryException.h>

#include <algorithm>

#include "libraries/fast_cdr.hpp"
#include "serbench/codec.hpp"
#include "serbench/nul_text.hpp"

namespace {

using namespace serbench;
using eprosima::fastcdr::Cdr;
using eprosima::fastcdr::FastBuffer;
using eprosima::fastcdr::exception::NotEnoughMemoryException;

// With the header that says of what kind the CDR is, as DDS sends it.
struct FastCdrCodec {
  // Memory that is not the library's own cannot grow.
  void encode(const Root& value, Buffer& out) {
    for (std::size_t room = std::max<std::size_t>(out.capacity(), 4096);; room *= 2) {
      FastBuffer buffer(reinterpret_cast<char*>(out.reserve(room)), room);
      Cdr cdr(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
      try {
        cdr.serialize_encapsulation();
        fast_cdr::put(cdr, value);
      } catch (const NotEnoughMemoryException&) {
        continue;
      }
      return out.commit(cdr.getSerializedDataLength());
    }
  }

  void decode(std::span<const std::byte> in, Root& out) {
    // The library only reads it.
    char* const bytes = const_cast<char*>(reinterpret_cast<const char*>(in.data()));
    FastBuffer buffer(bytes, in.size());
    Cdr cdr(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
    cdr.read_encapsulation();
    fast_cdr::Reader(cdr, bytes + in.size()).get(out);
  }

  static std::string explain(const Root& value) {
    return explain_nul(value, "a text ends at its first NUL");
  }
};

}  // namespace

SERBENCH_CODEC(FastCdrCodec)
