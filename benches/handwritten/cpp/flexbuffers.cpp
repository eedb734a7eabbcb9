// https://flatbuffers.dev/flexbuffers/: a builder that is cleared; bytes are verified, since they may
// be anybody's. What walks maps and vectors is serbench's.
#include "libraries/flexbuffers.hpp"

#include "direct.hpp"

struct Codec {
  using Value = serbench::Root;

  std::string_view encode(const Value& value) {
    builder_.Clear();
    serbench::flex::put(builder_, value);
    builder_.Finish();
    const auto& bytes = builder_.GetBuffer();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  void decode(std::string_view text, Value& value) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    if (!flexbuffers::VerifyBuffer(bytes, text.size(), &seen_)) throw std::runtime_error("invalid");
    serbench::JsonTree<serbench::flex::Looks>::get(flexbuffers::GetRoot(bytes, text.size()), value);
  }

 private:
  flexbuffers::Builder builder_;
  std::vector<std::uint8_t> seen_;
};

SERBENCH_DIRECT(Codec)
