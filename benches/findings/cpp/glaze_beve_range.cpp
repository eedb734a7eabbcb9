// BEVE: an integer of 64 bits that is read into one of 32 loses its upper half. With allow_conversions
// off, the library refuses it.
// glaze 9.0.0 (headers as `serbench setup` fetches them), clang 19 with libc++ (Debian: clang-19, libc++-19-dev, libc++abi-19-dev)
// run: clang++-19 -std=c++23 -stdlib=libc++ -I ~/.cache/serbench/fetched/cpp/glaze-*/include benches/findings/cpp/glaze_beve_range.cpp -o /tmp/glaze_beve_range && /tmp/glaze_beve_range
// Prints: 1099511627784 read as 8; without conversions refused
#include <cstdint>
#include <glaze/beve.hpp>
#include <iostream>
#include <string>

struct Strict : glz::opts {
  bool allow_conversions = false;
};

int main() {
  const std::int64_t large = (std::int64_t{1} << 40) + 8;
  std::string bytes;
  if (glz::write_beve(large, bytes)) return 1;
  std::int32_t read = 0, strictly = 0;
  if (glz::read_beve(read, bytes)) return 1;
  const bool refused = bool(glz::read<Strict{{.format = glz::BEVE}}>(strictly, bytes));
  std::cout << large << " read as " << read << "; without conversions "
            << (refused ? "refused" : "read") << '\n';
  return read == 8 && refused ? 0 : 1;
}
