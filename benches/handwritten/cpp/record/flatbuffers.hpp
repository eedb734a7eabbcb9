// https://flatbuffers.dev/tutorial/, with one builder for all as FlatBuffers' own benchmark has it
// (benchmarks/cpp/flatbuffers/fb_bench.cpp): a buffer of a plain value, and back.
#pragma once

#include "../direct.hpp"
#include "schema/flatbuffers_convert.hpp"

template <bool is_checked>
class FlatBuffers {
 public:
  using Value = schema::Record;

  std::string_view encode(const Value& value) {
    builder_.Clear();
    const auto ids = builder_.CreateVector(value.ids);
    const auto strings = builder_.CreateVectorOfStrings(value.strings);
    builder_.Finish(serbench_flat::CreateT0Record(builder_, ids, strings));
    return {reinterpret_cast<const char*>(builder_.GetBufferPointer()), builder_.GetSize()};
  }

  void decode(std::string_view bytes, Value& value) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
    flatbuffers::Verifier verifier(begin, bytes.size());
    if (is_checked && !verifier.VerifyBuffer<serbench_flat::RootTable>()) {
      throw std::runtime_error("corrupt");
    }
    const auto* record = flatbuffers::GetRoot<serbench_flat::RootTable>(begin);
    value.ids.assign(record->f0()->begin(), record->f0()->end());
    value.strings.reserve(record->f1()->size());
    for (const auto* s : *record->f1()) value.strings.emplace_back(s->c_str(), s->size());
  }

 private:
  flatbuffers::FlatBufferBuilder builder_;
};
