// The driver's side of docs/protocol.md: one JSON request a line, one reply a line.
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "serbench/parallel.hpp"
#include "serbench/protocol.hpp"
#include "serbench/runner.hpp"

namespace {

// The kernel lets the main thread's stack grow up to this limit, which is looked at when it grows.
void raise_stack_limit() {
  constexpr rlim_t wanted = serbench::stack_bytes;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < wanted) {
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_STACK, &limit);
  }
}

}  // namespace

int main() {
  raise_stack_limit();
  std::signal(SIGXFSZ,
              SIG_IGN);  // a file that may not grow is an error of write(2), as a full disk is
  const std::unique_ptr<serbench::Runner> runner = serbench::make_runner();
  serbench::Protocol protocol(*runner);
  char* line = nullptr;
  std::size_t capacity = 0;
  while (!protocol.closed()) {
    const ssize_t size = getline(&line, &capacity, stdin);
    if (size < 0) break;
    const std::string reply = protocol.answer({line, static_cast<std::size_t>(size)});
    std::fwrite(reply.data(), 1, reply.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
  }
  std::free(line);
}
