// What ends the process in pycapnp can be caught in C++: the destructor of PackedMessageReader throws.
// Cap'n Proto 1.1.0 (as `serbench setup` fetches and compiles it)
// run: g++ -std=c++17 -I ~/.cache/serbench/fetched/cpp/capnp-*/src benches/findings/cpp/capnp_packed_cut_off.cpp ~/.cache/serbench/build/cpp/library-*/capnp-*/lib.a -pthread -o /tmp/capnp_packed_cut_off && /tmp/capnp_packed_cut_off
// Prints: 2 segments, 20036 bytes
//   cut off before byte 9: expected result.size() > 0 [0 > 0]; Premature EOF
//   caught from the destructor: 107
#include <capnp/any.h>
#include <capnp/message.h>
#include <capnp/serialize-packed.h>
#include <kj/io.h>

#include <cstdio>
#include <string>

int main() {
  capnp::MallocMessageBuilder message;
  const std::string text(20000, 'x');
  message.getRoot<capnp::AnyPointer>().setAs<capnp::Text>(text.c_str());
  kj::VectorOutputStream out;
  capnp::writePackedMessage(out, message);
  const auto bytes = out.getArray();
  printf("%zu segments, %zu bytes\n", message.getSegmentsForOutput().size(), bytes.size());
  int caught = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    bool was_made = false;
    try {
      kj::ArrayInputStream in(bytes.slice(0, size));
      capnp::PackedMessageReader reader(in);
      was_made = true;
    } catch (const kj::Exception& e) {
      if (was_made && ++caught == 1)
        printf("cut off before byte %zu: %s\n", size, e.getDescription().cStr());
    }
  }
  printf("caught from the destructor: %d\n", caught);
  return caught > 0 ? 0 : 1;
}
