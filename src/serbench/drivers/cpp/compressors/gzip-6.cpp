// ---
// library = "zlib"
// format = "gzip"
// traits = ["binary"]
// page = "https://zlib.net/manual.html"
// headers = ["zlib.h"]
// version = ["ZLIB_VER_MAJOR", "ZLIB_VER_MINOR", "ZLIB_VER_REVISION"]
// packages = ["zlib1g-dev"]
// link = ["z"]
// ---
#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>

#include "serbench/codec.hpp"

namespace {

using namespace serbench;

// Streams are reset for each message, which the manual has for this. The last four bytes of a
// message of gzip are the size of its content.
class Gzip {
 public:
  Gzip() {
    constexpr int with_gzip_header = 15 + 16, usual_memory = 8;
    if (deflateInit2(&out_, 6, Z_DEFLATED, with_gzip_header, usual_memory, Z_DEFAULT_STRATEGY) !=
            Z_OK ||
        inflateInit2(&in_, with_gzip_header) != Z_OK)
      throw std::runtime_error("zlib does not start");
  }
  ~Gzip() {
    deflateEnd(&out_);
    inflateEnd(&in_);
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  void encode(const Root& value, Buffer& out) {
    deflateReset(&out_);
    const std::size_t most = deflateBound(&out_, value.data.size());
    out_.next_in = const_cast<Bytef*>(value.data.data());
    out_.avail_in = static_cast<uInt>(value.data.size());
    out_.next_out = reinterpret_cast<Bytef*>(out.reserve(most));
    out_.avail_out = static_cast<uInt>(most);
    if (deflate(&out_, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate did not end");
    out.commit(most - out_.avail_out);
  }

  void decode(std::span<const std::byte> in, Root& out) {
    std::uint32_t size = 0;
    if (in.size() < sizeof size) throw std::runtime_error("the message is cut off");
    std::memcpy(&size, in.data() + in.size() - sizeof size, sizeof size);
    if (size > 1u << 30) throw std::runtime_error("the message's size is none");
    out.data.resize(size);
    inflateReset(&in_);
    in_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(in.data()));
    in_.avail_in = static_cast<uInt>(in.size());
    unsigned char nowhere = 0;  // zlib refuses a null pointer, also for nothing
    in_.next_out = size == 0 ? &nowhere : out.data.data();
    in_.avail_out = size;
    if (inflate(&in_, Z_FINISH) != Z_STREAM_END || in_.avail_out != 0)
      throw std::runtime_error("the message is damaged");
  }

 private:
  z_stream out_{};
  z_stream in_{};
};

}  // namespace

SERBENCH_CODEC(Gzip)
