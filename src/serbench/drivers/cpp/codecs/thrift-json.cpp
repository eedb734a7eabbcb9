// ---
// library = "thrift"
// released = "2023-08-27"
// format = "thrift-json"
// traits = ["human-readable", "schema", "own-model"]
// page = "https://thrift.apache.org/lib/cpp"
// evolution = "field ids"
// fetch = ["thrift"]
// generate = ["thrift"]
// limits = [
//   "a list or map of more than 2^31 - 1 items",
//   "keys of maps and texts that hold the character NUL",
// ]
// ---
#include <thrift/protocol/TJSONProtocol.h>

#include <memory>
#include <utility>

#include "libraries/thrift.hpp"
#include "schema/thrift_convert.hpp"
#include "serbench/codec.hpp"
#include "serbench/nul_text.hpp"

namespace {

using apache::thrift::protocol::TJSONProtocol;
using serbench::thrift::BufferTransport;

// A protocol for each value: it keeps where in the text it is, also after it refused one.
struct ThriftJson {
  using Input = serbench_thrift::RootStruct;
  using Output = serbench_thrift::RootStruct;

  void populate(const serbench::Root& value, Input& in) { put(value, &in); }

  void encode(const Input& in, serbench::Buffer& out) {
    transport_->write_to(out);
    TJSONProtocol protocol(transport_);
    in.write(&protocol);
    transport_->finish();
  }

  void decode(std::span<const std::byte> in, Output& out) {
    transport_->read_from(in);
    TJSONProtocol protocol(transport_);
    out.read(&protocol);
  }

  void convert(Output& out, serbench::Root& value) { get(std::move(out), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    Output out;
    decode(in, out);
    return sum(out);
  }

  // It is written, and left out as the text is read.
  static std::string explain(const serbench::Root& value) {
    return serbench::explain_nul(value, "the character NUL is left out");
  }

 private:
  std::shared_ptr<BufferTransport> transport_ = std::make_shared<BufferTransport>();
};

}  // namespace

SERBENCH_CODEC(ThriftJson)
