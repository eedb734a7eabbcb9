// ---
// library = "flexbuffers"
// released = "2025-12-19"
// format = "flexbuffers"
// traits = ["binary", "self-describing", "zero-copy", "reuses-objects"]
// page = "https://flatbuffers.dev/flexbuffers/"
// unions = "the value"
// extra = ["read"]
// fetch = ["flatbuffers"]
// limits = ["names of fields and keys of maps that hold the character NUL"]
// types = { absent = "no member" }
// ---
#include "libraries/flexbuffers.hpp"

namespace {

using namespace serbench;

// The builder keeps its memory. Bytes are verified before they are read.
class FlexBuffers {
 public:
  void encode(const Root& value, Buffer&) {
    builder_.Clear();
    flex::put(builder_, value);
    builder_.Finish();
  }
  std::span<const std::byte> storage() const {
    return std::as_bytes(std::span(builder_.GetBuffer()));
  }

  void decode(std::span<const std::byte> in, Root& out) {
    JsonTree<flex::Looks>::get(verified(in), out);
  }
  std::uint64_t read(std::span<const std::byte> in) {
    return JsonTree<flex::Looks>::sum<Root>(verified(in), scratch_);
  }

 private:
  flexbuffers::Reference verified(std::span<const std::byte> in) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(in.data());
    // The default stops at 64 values in one another.
    flexbuffers::Verifier verifier(bytes, in.size(), &seen_, true, 10000);
    if (!verifier.VerifyBuffer()) {
      throw std::runtime_error("the bytes are no FlexBuffer");
    }
    return flexbuffers::GetRoot(bytes, in.size());
  }

  flexbuffers::Builder builder_;
  std::vector<std::uint8_t> seen_;
  Bytes scratch_;
};

}  // namespace

SERBENCH_CODEC(FlexBuffers)
