// Messages parsed into and serialized again and again, as
// https://protobuf.dev/programming-guides/cpp-performance/ advises and protobuf's own benchmark does
// (ParseReuseFixture, SerializeFixture):
// https://github.com/protocolbuffers/protobuf/blob/v21.12/benchmarks/cpp/cpp_benchmark.cc
// The messages and what fills them are serbench's.
#pragma once

#include "direct.hpp"

template <class Message>
struct Protobuf {
  using Value = Message;
  static constexpr bool reuses_objects = true;

  void fill(const serbench::Root& record, Value& message) {
    message.Clear();
    put(record, &message);
  }
  void take(const Value& message, serbench::Root& record) { get(message, record); }

  std::string_view encode(const Value& message) {
    bytes_.clear();
    if (!message.SerializeToString(&bytes_)) throw std::runtime_error("too large");
    return bytes_;
  }

  void decode(std::string_view bytes, Value& message) {
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
      throw std::runtime_error("no message");
    }
  }

 private:
  std::string bytes_;
};
