// ---
// library = "snappy"
// format = "snappy"
// traits = ["binary"]
// page = "https://github.com/google/snappy/blob/main/README.md#usage"
// headers = ["snappy.h", "snappy-stubs-public.h"]
// version = ["SNAPPY_MAJOR", "SNAPPY_MINOR", "SNAPPY_PATCHLEVEL"]
// packages = ["libsnappy-dev"]
// link = ["snappy"]
// ---
#include <snappy.h>

#include <span>
#include <stdexcept>

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

struct Snappy {
  void encode(const Root& value, Buffer& out) {
    std::size_t size = value.data.size();
    char* at = reinterpret_cast<char*>(out.reserve(snappy::MaxCompressedLength(size)));
    std::size_t wrote = 0;
    snappy::RawCompress(reinterpret_cast<const char*>(value.data.data()), size, at, &wrote);
    out.commit(wrote);
  }

  void decode(std::span<const std::byte> in, Root& out) {
    const char* from = reinterpret_cast<const char*>(in.data());
    std::size_t size = 0;
    if (!snappy::GetUncompressedLength(from, in.size(), &size) || size > 1u << 30)
      throw std::runtime_error("the message's size is none");
    out.data.resize(size);
    if (!snappy::RawUncompress(from, in.size(), reinterpret_cast<char*>(out.data.data())))
      throw std::runtime_error("the message is damaged");
  }
};

}  // namespace

SERBENCH_CODEC(Snappy)
