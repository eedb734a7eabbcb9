// A message of Cap'n Proto as its own benchmark has one that reuses resources (passByBytes with
// UseScratch): https://github.com/capnproto/capnproto/blob/v1.1.0/c++/src/capnp/benchmark/capnproto-common.h
// `put` and `get` are the conversions of a workload.
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/io.h>

#include "direct.hpp"
#include "schema/capnp_convert.hpp"

inline capnp::Text::Reader text(const std::string& text) {
  return {text.data(), text.size()};
}
inline void assign(capnp::Text::Reader from, std::string& to) {
  to.assign(from.begin(), from.size());
}

template <class Convert>
class CapnProto {
 public:
  using Value = serbench::Root;
  using Struct = serbench_capnp::RootStruct;

  std::string_view encode(const Value& value) {
    capnp::MallocMessageBuilder builder(words(scratch_));
    Convert::put(value, builder.initRoot<Struct>());
    kj::ArrayOutputStream output(words(bytes_).asBytes());
    capnp::writeMessage(output, builder);
    return {output.getArray().asChars().begin(), output.getArray().size()};
  }

  void decode(std::string_view bytes, Value& value) {
    const auto* begin = reinterpret_cast<const capnp::word*>(bytes.data());
    capnp::FlatArrayMessageReader reader(kj::arrayPtr(begin, bytes.size() / sizeof(capnp::word)));
    Convert::get(reader.getRoot<Struct>(), value);
  }

 private:
  static kj::ArrayPtr<capnp::word> words(std::vector<std::uint64_t>& memory) {
    return kj::arrayPtr(reinterpret_cast<capnp::word*>(memory.data()), memory.size());
  }

  // Two areas that are large enough to be mapped begin at the same place of a page, and copying from
  // one to the other took four times as long.
  std::vector<std::uint64_t> scratch_ = std::vector<std::uint64_t>(8 * 1024);
  std::vector<std::uint64_t> bytes_ = std::vector<std::uint64_t>(8 * 1024);
};
