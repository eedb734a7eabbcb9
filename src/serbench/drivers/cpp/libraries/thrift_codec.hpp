// A codec of Thrift's structs with one of its protocols. Structs are never reused: what is absent
// in a message keeps what it was in the struct it is read to.
#pragma once

#include <memory>
#include <utility>

#include "libraries/thrift.hpp"
#include "schema/thrift_convert.hpp"
#include "serbench/codec.hpp"

namespace serbench::thrift {

// `Protocol` is a protocol's template with BufferTransport, and structs are generated as templates
// too (--gen cpp:templates), so that no call is virtual.
template <class Protocol>
class Codec {
 public:
  using Input = serbench_thrift::RootStruct;
  using Output = serbench_thrift::RootStruct;

  void populate(const Root& value, Input& in) { put(value, &in); }

  void encode(const Input& in, Buffer& out) {
    transport_->write_to(out);
    in.write(&protocol_);
    transport_->finish();
  }

  void decode(std::span<const std::byte> in, Output& out) {
    transport_->read_from(in);
    out.read(&protocol_);
  }

  void convert(Output& out, Root& value) { get(std::move(out), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    Output out;
    decode(in, out);
    return sum(out);
  }

 private:
  std::shared_ptr<BufferTransport> transport_ = std::make_shared<BufferTransport>();
  Protocol protocol_{transport_};
};

}  // namespace serbench::thrift
