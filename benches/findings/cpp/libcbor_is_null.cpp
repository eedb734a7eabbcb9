// Asking a float whether it is null ends the process: an assertion of Debian's package fails.
// libcbor 0.8.0 (Debian: libcbor-dev)
// run: g++ -std=c++17 benches/findings/cpp/libcbor_is_null.cpp -lcbor -o /tmp/libcbor_is_null && /tmp/libcbor_is_null
// Prints: an integer is not null
//   a float: SIGABRT
#include <cbor.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

int main() {
  std::signal(SIGABRT, [](int) {
    std::puts("a float: SIGABRT");
    std::fflush(stdout);
    std::_Exit(0);
  });
  cbor_item_t* const integer = cbor_build_uint8(1);
  std::puts(cbor_is_null(integer) ? "an integer is null" : "an integer is not null");
  cbor_item_t* const number = cbor_build_float8(1.5);
  std::puts(cbor_is_null(number) ? "a float is null" : "a float is not null");
  return 1;
}
