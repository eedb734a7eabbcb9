// An archive a value over streams that are kept, as cereal's own benchmark has it
// (https://github.com/USCiLab/cereal/blob/v1.3.2/sandbox/performance.cpp).
#pragma once

#include <cereal/cereal.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <istream>
#include <ostream>

#include "direct.hpp"
#include "memory_stream.hpp"

template <class Output, class Input>
struct Cereal {
  using Value = serbench::Root;

  std::string_view encode(const Value& value) {
    out_.clear();
    write(value);
    return out_.text();
  }

  void decode(std::string_view bytes, Value& value) {
    in_.read_from(bytes);
    Input archive(istream_);
    archive(value);
  }

 private:
  // Some archives write their end when they are destroyed.
  void write(const Value& value) {
    Output archive(ostream_);
    archive(value);
  }

  MemoryOutput out_;
  MemoryInput in_;
  std::ostream ostream_{&out_};
  std::istream istream_{&in_};
};
