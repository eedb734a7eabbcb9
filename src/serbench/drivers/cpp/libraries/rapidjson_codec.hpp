// A codec of RapidJSON as most programs hold it: events to write, a document to read.
#pragma once

#include <span>

#include "libraries/rapidjson_dom.hpp"
#include "libraries/rapidjson_writer.hpp"
#include "serbench/codec.hpp"
#include "serbench/json_dom.hpp"

namespace serbench::rapidjson_dom {

struct EventsAndDocument {
  void encode(const Root& value, Buffer&) { writer_.write(value); }
  std::span<const std::byte> storage() const { return writer_.text(); }

  void decode(std::span<const std::byte> in, Root& out) {
    tree_.parse(in);
    JsonTree<Dom>::get(tree_.document(), out);
  }

 private:
  rapidjson_sax::TextWriter writer_;
  Tree tree_;
};

}  // namespace serbench::rapidjson_dom
