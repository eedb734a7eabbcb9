// https://flatbuffers.dev/tutorial/: a buffer of a plain value with one builder, and back.
#include "direct.hpp"
#include "schema/flatbuffers_convert.hpp"

namespace {

using serbench::Root;

struct FlatBuffers {
  using Value = Root;

  std::string_view encode(const Value& value) {
    builder_.Clear();
    const auto ids = builder_.CreateVector(value.ids);
    const auto strings = builder_.CreateVectorOfStrings(value.strings);
    builder_.Finish(serbench_flat::CreateT0Record(builder_, ids, strings));
    bytes_.assign(reinterpret_cast<const char*>(builder_.GetBufferPointer()), builder_.GetSize());
    return bytes_;
  }

  void decode(std::string_view bytes, Value& value) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
    flatbuffers::Verifier verifier(begin, bytes.size());
    if (!verifier.VerifyBuffer<serbench_flat::RootTable>()) throw std::runtime_error("corrupt");
    const auto* record = flatbuffers::GetRoot<serbench_flat::RootTable>(begin);
    value.ids.assign(record->f0()->begin(), record->f0()->end());
    value.strings.reserve(record->f1()->size());
    for (const auto* s : *record->f1()) value.strings.push_back(s->str());
  }

 private:
  flatbuffers::FlatBufferBuilder builder_;
  std::string bytes_;
};

}  // namespace

SERBENCH_DIRECT(FlatBuffers)
