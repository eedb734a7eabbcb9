// An archive a value over streams that are kept, as cereal's own benchmark has it
// (https://github.com/USCiLab/cereal/blob/v1.3.2/sandbox/performance.cpp).
#pragma once

#include <cereal/archives/binary.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <istream>
#include <ostream>

#include "direct.hpp"
#include "memory_stream.hpp"

struct Cereal {
  using Value = serbench::Root;

  std::string_view encode(const Value& value) {
    out_.clear();
    cereal::BinaryOutputArchive archive(ostream_);
    archive(value);
    return out_.text();
  }

  void decode(std::string_view bytes, Value& value) {
    in_.read_from(bytes);
    cereal::BinaryInputArchive archive(istream_);
    archive(value);
  }

 private:
  MemoryOutput out_;
  MemoryInput in_;
  std::ostream ostream_{&out_};
  std::istream istream_{&in_};
};
