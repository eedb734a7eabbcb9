// A container is resized to the length in the bytes before any of it is read.
// cereal 1.3.2 (Debian: libcereal-dev)
// run: g++ -std=c++17 benches/findings/cpp/cereal_length.cpp -o /tmp/cereal_length && /tmp/cereal_length
// Prints: 8 bytes: Failed to read 268435456 bytes from input stream! Read 0, after 258 MiB
#include <sys/resource.h>

#include <cereal/archives/binary.hpp>
#include <cereal/types/vector.hpp>
#include <iostream>
#include <sstream>

int main() {
  const std::uint64_t length = 1 << 25;
  std::istringstream in(std::string(reinterpret_cast<const char*>(&length), sizeof length));
  cereal::BinaryInputArchive archive(in);
  std::vector<double> numbers;
  std::string told = "read";
  try {
    archive(numbers);
  } catch (const std::exception& e) {
    told = e.what();
  }
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  std::cout << sizeof length << " bytes: " << told << ", after " << used.ru_maxrss / 1024
            << " MiB\n";
  return used.ru_maxrss > 256 << 10 ? 0 : 1;
}
