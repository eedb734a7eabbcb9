// A container is resized to the length in the bytes before any of it is read.
// Boost.Serialization 1.81 (Debian: libboost-serialization1.81-dev)
// run: g++ -std=c++17 benches/findings/cpp/boost_binary_length.cpp -lboost_serialization -o /tmp/boost_binary_length && /tmp/boost_binary_length
// Prints: 48 bytes: input stream error, after 259 MiB
#include <sys/resource.h>

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/vector.hpp>
#include <iostream>
#include <sstream>

int main() {
  std::vector<double> numbers;
  std::ostringstream out;
  boost::archive::binary_oarchive(out) << static_cast<const std::vector<double>&>(numbers);
  std::string bytes = out.str(), told = "read";
  bytes[bytes.size() - 5] = 2;  // of the eight bytes of the length: 2^25 numbers
  std::istringstream in(bytes);
  try {
    boost::archive::binary_iarchive(in) >> numbers;
  } catch (const std::exception& e) {
    told = e.what();
  }
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  std::cout << bytes.size() << " bytes: " << told << ", after " << used.ru_maxrss / 1024
            << " MiB\n";
  return used.ru_maxrss > 256 << 10 ? 0 : 1;
}
