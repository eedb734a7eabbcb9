// A list is sized when it is made (https://capnproto.org/cxx.html#lists).
#include "../capnp.hpp"

namespace {

struct Convert {
  using Struct = serbench_capnp::RootStruct;

  static void put(const schema::Record& from, Struct::Builder to) {
    auto ids = to.initF0(static_cast<unsigned>(from.ids.size()));
    for (unsigned i = 0; i < ids.size(); ++i) ids.set(i, from.ids[i]);
    auto strings = to.initF1(static_cast<unsigned>(from.strings.size()));
    for (unsigned i = 0; i < strings.size(); ++i) strings.set(i, text(from.strings[i]));
  }

  static void get(Struct::Reader from, schema::Record& to) {
    const auto ids = from.getF0();
    to.ids.resize(ids.size());
    for (unsigned i = 0; i < ids.size(); ++i) to.ids[i] = ids[i];
    const auto strings = from.getF1();
    to.strings.resize(strings.size());
    for (unsigned i = 0; i < strings.size(); ++i) assign(strings[i], to.strings[i]);
  }
};

}  // namespace

SERBENCH_DIRECT(CapnProto<Convert>)
