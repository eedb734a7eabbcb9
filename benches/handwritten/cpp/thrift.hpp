// Thrift's structs with one of its protocols over a TMemoryBuffer, as Thrift's own benchmark has it:
// https://github.com/apache/thrift/blob/v0.19.0/lib/cpp/test/Benchmark.cpp
// The structs and what fills them are serbench's.
#pragma once

#include <thrift/transport/TBufferTransports.h>

#include "direct.hpp"
#include "schema/thrift_convert.hpp"

using apache::thrift::transport::TMemoryBuffer;

template <class Protocol>
class Thrift {
 public:
  using Value = serbench_thrift::RootStruct;

  void fill(const serbench::Root& record, Value& value) { put(record, &value); }
  void take(const Value& value, serbench::Root& record) { get(Value(value), record); }

  std::string_view encode(const Value& value) {
    buffer_->resetBuffer();
    value.write(&protocol_);
    std::uint8_t* begin = nullptr;
    std::uint32_t size = 0;
    buffer_->getBuffer(&begin, &size);
    return {reinterpret_cast<const char*>(begin), size};
  }

  void decode(std::string_view bytes, Value& value) {
    auto* begin = reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data()));
    // A buffer that is reset would run into the limit on what is read in all.
    Protocol protocol(std::make_shared<TMemoryBuffer>(
        begin, static_cast<std::uint32_t>(bytes.size()), TMemoryBuffer::OBSERVE, configuration_));
    value.read(&protocol);
  }

 private:
  std::shared_ptr<apache::thrift::TConfiguration> configuration_ =
      std::make_shared<apache::thrift::TConfiguration>();
  std::shared_ptr<TMemoryBuffer> buffer_ = std::make_shared<TMemoryBuffer>();
  Protocol protocol_{buffer_};
};
