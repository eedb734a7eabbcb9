// ---
// library = "lz4"
// format = "lz4"
// traits = ["binary"]
// page = "https://github.com/lz4/lz4/blob/dev/doc/lz4_manual.html"
// headers = ["lz4.h"]
// version = ["LZ4_VERSION_MAJOR", "LZ4_VERSION_MINOR", "LZ4_VERSION_RELEASE"]
// packages = ["liblz4-dev"]
// link = ["lz4"]
// ---
#include <lz4.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

// A block does not say how large its content is: four bytes before it do. The state is kept, which
// the manual calls faster than a new one for each block.
struct Lz4 {
  void encode(const Root& value, Buffer& out) {
    const auto size = static_cast<int>(value.data.size());
    const int most = LZ4_compressBound(size);
    out.append(&size, sizeof size);
    std::byte* at = out.reserve(static_cast<std::size_t>(most));
    const int wrote =
        LZ4_compress_fast_extState(state_.get(), reinterpret_cast<const char*>(value.data.data()),
                                   reinterpret_cast<char*>(at), size, most, 1);
    if (wrote <= 0) throw std::runtime_error("lz4 did not compress");
    out.commit(static_cast<std::size_t>(wrote));
  }

  void decode(std::span<const std::byte> in, Root& out) {
    std::int32_t size = 0;
    if (in.size() < sizeof size) throw std::runtime_error("the block is cut off");
    std::memcpy(&size, in.data(), sizeof size);
    if (size < 0 || size > 1 << 30) throw std::runtime_error("the block's size is none");
    out.data.resize(static_cast<std::size_t>(size));
    const int read = LZ4_decompress_safe(reinterpret_cast<const char*>(in.data()) + sizeof size,
                                         reinterpret_cast<char*>(out.data.data()),
                                         static_cast<int>(in.size() - sizeof size), size);
    if (read != size) throw std::runtime_error("the block is damaged");
  }

 private:
  std::unique_ptr<char[]> state_{new char[static_cast<std::size_t>(LZ4_sizeofState())]};
};

}  // namespace

SERBENCH_CODEC(Lz4)
