// A number that is cut off is a shorter number.
// Boost.Serialization 1.81 (Debian: libboost-serialization1.81-dev)
// run: g++ -std=c++17 benches/findings/cpp/boost_text_cut_off.cpp -lboost_serialization -o /tmp/boost_text_cut_off && /tmp/boost_text_cut_off
// Prints: 1234
#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
#include <iostream>
#include <sstream>

int main() {
  const int before = 12345;
  int after = 0;
  std::ostringstream out;
  { boost::archive::text_oarchive(out) << before; }
  std::string text = out.str();
  text.resize(text.find("12345") + 4);
  std::istringstream in(text);
  boost::archive::text_iarchive(in) >> after;
  std::cout << after << '\n';
  return after == 1234 ? 0 : 1;
}
