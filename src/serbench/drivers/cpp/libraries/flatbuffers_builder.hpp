// What builds FlatBuffers.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <vector>

namespace serbench::flat {

// `made` holds the tables, made so far, of vectors that cannot begin before all are made.
struct Builder : ::flatbuffers::FlatBufferBuilder {
  using ::flatbuffers::FlatBufferBuilder::FlatBufferBuilder;
  std::vector<::flatbuffers::uoffset_t> made;
};

// Says which table a plain value becomes.
template <class Table>
struct Tag {};

}  // namespace serbench::flat
