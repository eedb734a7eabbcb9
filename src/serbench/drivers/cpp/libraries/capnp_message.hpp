// Cap'n Proto's messages: those that are built, and those that are read where they lie.
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "schema/capnp_convert.hpp"
#include "serbench/buffer.hpp"

namespace serbench::capnproto {

// A message to encode. Its first segment is reused, as MallocMessageBuilder's page advises, and
// grows until the message is one segment, which takes no pointers from one to another.
class Message {
 public:
  void build(const Root& value) {
    fill(value);
    if (segments_.size() == 1) return;
    const std::size_t words = builder_->sizeInWords();
    builder_.reset();
    first_.assign(words, 0);
    fill(value);
  }

  kj::ArrayPtr<const kj::ArrayPtr<const ::capnp::word>> segments() const { return segments_; }

 private:
  void fill(const Root& value) {
    builder_.reset();  // makes the segment zero again where it was used
    builder_.emplace(kj::arrayPtr(reinterpret_cast<::capnp::word*>(first_.data()), first_.size()));
    serbench_capnp::put(value, *builder_);
    segments_ = builder_->getSegmentsForOutput();
  }

  std::vector<std::uint64_t> first_ = std::vector<std::uint64_t>(128);
  std::optional<::capnp::MallocMessageBuilder> builder_;
  kj::ArrayPtr<const kj::ArrayPtr<const ::capnp::word>> segments_;
};

// A message to read, over bytes of its own or of somebody else.
class View {
 public:
  void copy(std::span<const std::byte> in) {
    own_.clear();
    own_.append(in.data(), in.size());
    open(own_.bytes());
  }

  void open(std::span<const std::byte> in) {
    // The defaults stop at 64 structs in one another, and at 64 MiB read, each time it is: a message
    // is read many times here, and still ends those that claim more than they hold.
    const std::size_t count = in.size() / sizeof(::capnp::word);
    const ::capnp::ReaderOptions defaults;
    const ::capnp::ReaderOptions options{.traversalLimitInWords = std::max<std::uint64_t>(
                                             defaults.traversalLimitInWords, 1000 * count),
                                         .nestingLimit = 10000};
    const auto* words = reinterpret_cast<const ::capnp::word*>(in.data());
    reader_.emplace(kj::arrayPtr(words, count), options);
  }

  // Reading changes nothing of it, but the library's function is not const.
  ::capnp::MessageReader& reader() const { return *reader_; }

 private:
  Buffer own_;
  mutable std::optional<::capnp::FlatArrayMessageReader> reader_;
};

}  // namespace serbench::capnproto
