// A codec of RapidJSON's documents.
#pragma once

#include <span>
#include <string>

#include "libraries/rapidjson_dom.hpp"
#include "serbench/codec.hpp"
#include "serbench/json_dom.hpp"

namespace serbench::rapidjson_dom {

struct Codec {
  using Input = Tree;
  using Output = Tree;

  void populate(const Root& value, Input& in) { put(value, in.fresh(0), in.allocator(), scratch_); }

  void encode(const Input& in, Buffer&) {
    text_.Clear();
    writer_.Reset(text_);
    if (!in.document().Accept(writer_)) {
      throw CannotHold("JSON has no number for NaN and infinities");
    }
  }
  std::span<const std::byte> storage() const {
    return std::as_bytes(std::span(text_.GetString(), text_.GetSize()));
  }

  void decode(std::span<const std::byte> in, Output& out) { out.parse(in); }

  void convert(const Output& out, Root& value) { JsonTree<Dom>::get(out.document(), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    tree_.parse(in);
    return JsonTree<Dom>::sum<Root>(tree_.document(), bytes_);
  }

 private:
  rapidjson::StringBuffer text_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_;
  std::string scratch_;
  Tree tree_;
  Bytes bytes_;
};

}  // namespace serbench::rapidjson_dom
