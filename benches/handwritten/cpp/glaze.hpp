// https://github.com/stephenberry/json_performance/blob/master/src/main.cpp: one buffer for all values.
// Fields are found by reflection, as https://github.com/stephenberry/glaze/blob/main/docs/pure-reflection.md
// has it.
#pragma once

#include <glaze/core/common.hpp>
#include <glaze/core/read.hpp>
#include <glaze/core/write.hpp>

#include "direct.hpp"

template <auto writing, auto reading>
struct Glaze {
  using Value = serbench::Root;

  std::string_view encode(const Value& value) {
    if (glz::write<writing>(value, text_)) throw std::runtime_error("not written");
    return text_;
  }
  void decode(std::string_view text, Value& value) {
    if (glz::read<reading>(value, text)) throw std::runtime_error("not read");
  }

 private:
  std::string text_;
};
