// Thrift's structs with one of its protocols.
#pragma once

#include <thrift/transport/TBufferTransports.h>

#include "direct.hpp"
#include "schema/thrift_convert.hpp"

namespace {

using apache::thrift::transport::TMemoryBuffer;
using serbench::Root;

template <class Protocol>
struct Thrift {
  using Value = serbench_thrift::RootStruct;

  void fill(const Root& record, Value& value) {
    value.f1 = record.ids;
    value.f2 = record.strings;
  }

  void take(const Value& value, Root& record) {
    record.ids = value.f1;
    record.strings = value.f2;
  }

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

}  // namespace
