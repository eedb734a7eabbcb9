// Asking a float whether it is null or undefined ends the process: an assertion of Debian's package
// fails.
// libcbor 0.8.0 (Debian: libcbor-dev)
// run: g++ -std=c++17 benches/findings/cpp/libcbor_is_null.cpp -lcbor -o /tmp/libcbor_is_null && /tmp/libcbor_is_null
// Prints: cbor_is_null: integer: no, float: SIGABRT
//   cbor_is_undef: integer: no, float: SIGABRT
#include <cbor.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string_view>

// What the function says of the item, in a process of its own.
const char* asked(bool (*function)(const cbor_item_t*), const cbor_item_t* item) {
  if (const pid_t child = fork(); child != 0) {
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGABRT ? "SIGABRT" : "another signal";
    return WEXITSTATUS(status) == 0 ? "no" : "yes";
  }
  _exit(function(item));
}

int main() {
  const cbor_item_t* const integer = cbor_build_uint8(1);
  const cbor_item_t* const number = cbor_build_float8(1.5);
  bool holds = true;
  const auto told = [&](const char* name, bool (*function)(const cbor_item_t*)) {
    const std::string_view of_number = asked(function, number);
    std::printf("%s: integer: %s, float: %s\n", name, asked(function, integer), of_number.data());
    std::fflush(stdout);
    holds = holds && of_number == "SIGABRT";
  };
  told("cbor_is_null", cbor_is_null);
  told("cbor_is_undef", cbor_is_undef);
  return holds ? 0 : 1;
}
