// ---
// library = "sbe"
// format = "sbe"
// wire = "sbe"
// traits = ["binary", "schema", "zero-copy"]
// page = "https://github.com/aeron-io/simple-binary-encoding/blob/master/sbe-samples/src/main/cpp/GeneratedStubExample.cpp"
// packages = ["openjdk-17-jdk-headless", "maven"]
// generate = ["sbe"]
// extra = ["borrow", "access", "read"]
// unsupported = ["recursion"]
// ---
#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "schema/sbe_convert.hpp"
#include "serbench/codec.hpp"
#include "serbench/views.hpp"

namespace {

using namespace serbench;
using serbench_sbe::Message;
using Header = Message::messageHeader;

// One flyweight serves all values.
struct SbeCodec {
  // Memory that is not the library's own cannot grow.
  void encode(const Root& value, Buffer& out) {
    for (std::size_t room = std::max<std::size_t>(out.capacity(), 4096);; room *= 2) {
      try {
        message_.wrapAndApplyHeader(reinterpret_cast<char*>(out.reserve(room)), 0, room);
        serbench_sbe::put0(message_, value);
      } catch (const std::runtime_error& error) {  // SBE has no types of its own to throw
        if (std::string_view(error.what()).starts_with("buffer too short")) continue;
        throw;
      }
      return out.commit(Header::encodedLength() + message_.encodedLength());
    }
  }

  void decode(std::span<const std::byte> in, Root& out) { serbench_sbe::get0(opened(in), out); }
  void borrow(std::span<const std::byte> in, auto& out) { serbench_sbe::get0(opened(in), out); }
  std::uint64_t read(std::span<const std::byte> in) { return serbench_sbe::sum0(opened(in)); }
  std::uint64_t access(std::span<const std::byte> in) { return serbench_sbe::access(opened(in)); }

 private:
  Message& opened(std::span<const std::byte> in) {
    // Flyweights that read only take it, too.
    char* const bytes = const_cast<char*>(reinterpret_cast<const char*>(in.data()));
    const Header header(bytes, 0, in.size(), Message::sbeSchemaVersion());
    if (header.templateId() != Message::sbeTemplateId()) {
      throw std::runtime_error("it is another message");
    }
    if (header.blockLength() < Message::sbeBlockLength()) {
      throw std::runtime_error("the block of the message is shorter than its fields");
    }
    message_.wrapForDecode(bytes, Header::encodedLength(), header.blockLength(), header.version(),
                           in.size());
    return message_;
  }

  Message message_;
};

}  // namespace

SERBENCH_CODEC(SbeCodec)
