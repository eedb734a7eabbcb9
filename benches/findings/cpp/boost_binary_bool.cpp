// Any byte becomes a bool: one that is neither 0 nor 1 is undefined as soon as it is looked at, which
// the archive itself does, for an assertion.
// Boost.Serialization 1.81 (Debian: libboost-serialization1.81-dev)
// run: g++ -std=c++17 -DNDEBUG -g -fsanitize=address,undefined benches/findings/cpp/boost_binary_bool.cpp -lboost_serialization -o /tmp/boost_binary_bool && /tmp/boost_binary_bool
// Prints: .../basic_binary_iprimitive.hpp:104: runtime error: load of value 120, which is not a valid value for type 'bool'
//   1 report
#include <boost/archive/binary_iarchive.hpp>
#include <iostream>
#include <sstream>

int reports = 0;
extern "C" void __ubsan_on_report() {
  ++reports;
}

int main() {
  std::istringstream in("x");
  bool value = false;
  boost::archive::binary_iarchive(in, boost::archive::no_header) >> value;
  std::cout << reports << " report\n";
  return reports == 1 ? 0 : 1;
}
