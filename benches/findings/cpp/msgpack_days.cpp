// A time point that counts days (std::chrono::sys_days) ends the process when it is packed.
// msgpack-cxx 7.0.0 (headers as `serbench setup` fetches them)
// run: g++ -std=c++20 -I ~/.cache/serbench/fetched/cpp/msgpack-*/include benches/findings/cpp/msgpack_days.cpp -o /tmp/msgpack_days && /tmp/msgpack_days
// Prints: SIGFPE
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <msgpack.hpp>

int main() {
  std::signal(SIGFPE, [](int) {
    constexpr char said[] = "SIGFPE\n";
    std::fwrite(said, 1, sizeof said - 1, stdout);
    std::fflush(stdout);
    std::_Exit(0);
  });
  msgpack::sbuffer out;
  msgpack::pack(out, std::chrono::sys_days(std::chrono::days(1)));
  std::cout << out.size() << " bytes\n";
  return 1;
}
