// A codec of protobuf's messages, which a `Holder` keeps:
//   Message& clear();     // a clear message to put a value into
//   Message& reusable();  // a message to parse into, which clears it
//   const Message& message() const;
// The conversions are found by the message's namespace.
#pragma once

#include <google/protobuf/io/coded_stream.h>

#include <climits>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "serbench/codec.hpp"

namespace serbench::proto {

// A message keeps its memory when it is cleared.
template <class Message>
class Reused {
 public:
  Message& clear() {
    message_.Clear();
    return message_;
  }
  Message& reusable() { return message_; }
  const Message& message() const { return message_; }

 private:
  Message message_;
};

template <class Holder>
class Codec {
 public:
  using Input = Holder;
  using Output = Holder;

  void populate(const Root& value, Input& in) { put(value, &in.clear()); }

  void encode(const Input& in, Buffer& out) {
    const auto& message = in.message();
    const std::size_t size = message.ByteSizeLong();  // and keeps the sizes of all messages inside
    if (size > INT_MAX) throw CannotHold("a message has less than 2 GiB");
    auto* const place = reinterpret_cast<std::uint8_t*>(out.extend(size));
    static_cast<void>(message.SerializeWithCachedSizesToArray(place));  // where it ends
  }

  void decode(std::span<const std::byte> in, Output& out) { parse(in, out.reusable()); }

  void convert(const Output& out, Root& value) { get(out.message(), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    decode(in, read_);
    return sum(read_.message());
  }

 private:
  static void parse(std::span<const std::byte> in, auto& message) {
    if (in.size() > INT_MAX) throw std::runtime_error("a message has less than 2 GiB");
    if (!message.ParseFromArray(in.data(), static_cast<int>(in.size()))) parse_deep(in, message);
  }

  // ParseFromArray stops at 100 messages in one another; only a stream can be told otherwise.
  static void parse_deep(std::span<const std::byte> in, auto& message) {
    google::protobuf::io::CodedInputStream stream(reinterpret_cast<const std::uint8_t*>(in.data()),
                                                  static_cast<int>(in.size()));
    stream.SetRecursionLimit(5000);
    if (!message.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage()) {
      throw std::runtime_error("protobuf cannot parse the message");
    }
  }

  Holder read_;
};

}  // namespace serbench::proto
