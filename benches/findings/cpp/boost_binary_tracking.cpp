// Whether a class is tracked is a bool that the library's own sources read from the bytes and look at.
// Boost.Serialization 1.81, its sources (as `serbench setup` fetches them)
// run: (cd ~/.cache/serbench/fetched/cpp/boost_serialization-*/ && g++ -std=c++17 -DNDEBUG -g -w -fsanitize=address,undefined $OLDPWD/benches/findings/cpp/boost_binary_tracking.cpp $(ls *.cpp | grep -v -e xml -e wa -e wi -e wo -e text -e polymorphic -e codecvt -e utf8) -o /tmp/boost_binary_tracking) && /tmp/boost_binary_tracking
// Prints: .../basic_iarchive.cpp:393:30: runtime error: load of value 120, which is not a valid value for type 'bool'
//   1 report
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <iostream>
#include <sstream>

int reports = 0;
extern "C" void __ubsan_on_report() {
  ++reports;
}

struct Record {
  int number = 7;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& number;
  }
};

int main() {
  std::ostringstream out;
  const Record before;
  boost::archive::binary_oarchive(out, boost::archive::no_header) << before;
  std::string bytes = out.str();
  bytes[0] = 'x';  // whether Record is tracked
  std::istringstream in(bytes);
  Record after;
  boost::archive::binary_iarchive(in, boost::archive::no_header) >> after;
  std::cout << reports << " report\n";
  return reports == 1 ? 0 : 1;
}
