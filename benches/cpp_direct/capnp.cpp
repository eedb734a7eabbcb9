// https://capnproto.org/cxx.html#messages-and-io: a message of a plain value, and back. The first
// segment is large enough: where it is the library's usual one, this value is three segments and
// 19 words more, 17,784 bytes.
#include <capnp/message.h>
#include <capnp/serialize.h>

#include "direct.hpp"
#include "schema/capnp_convert.hpp"

namespace {

using serbench::Root;

struct CapnProto {
  using Value = Root;

  std::string_view encode(const Value& value) {
    capnp::MallocMessageBuilder message(
        kj::arrayPtr(reinterpret_cast<capnp::word*>(space_.data()), space_.size()));
    auto record = message.initRoot<serbench_capnp::RootStruct>();
    auto ids = record.initF0(static_cast<unsigned>(value.ids.size()));
    for (unsigned i = 0; i < ids.size(); ++i) ids.set(i, value.ids[i]);
    auto strings = record.initF1(static_cast<unsigned>(value.strings.size()));
    for (unsigned i = 0; i < strings.size(); ++i) {
      strings.set(i, capnp::Text::Reader(value.strings[i].data(), value.strings[i].size()));
    }
    words_ = capnp::messageToFlatArray(message);
    return {words_.asChars().begin(), words_.asChars().size()};
  }

  void decode(std::string_view bytes, Value& value) {
    const auto* words = reinterpret_cast<const capnp::word*>(bytes.data());
    capnp::FlatArrayMessageReader message(
        kj::arrayPtr(words, bytes.size() / sizeof(capnp::word)),
        {.traversalLimitInWords = kj::maxValue, .nestingLimit = 64});
    const auto record = message.getRoot<serbench_capnp::RootStruct>();
    const auto ids = record.getF0();
    value.ids.resize(ids.size());
    for (unsigned i = 0; i < ids.size(); ++i) value.ids[i] = ids[i];
    for (const auto s : record.getF1()) value.strings.emplace_back(s.begin(), s.size());
  }

 private:
  std::vector<std::uint64_t> space_ = std::vector<std::uint64_t>(1 << 13);
  kj::Array<capnp::word> words_;
};

}  // namespace

SERBENCH_DIRECT(CapnProto)
