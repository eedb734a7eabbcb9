// NaN and infinities are written as nan and inf, which the archive then refuses to read.
// Boost.Serialization 1.81 (Debian: libboost-serialization1.81-dev)
// run: g++ -std=c++17 benches/findings/cpp/boost_text_nan.cpp -lboost_serialization -o /tmp/boost_text_nan && /tmp/boost_text_nan
// Prints: nan: input stream error
//   inf: input stream error
#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
#include <iostream>
#include <limits>
#include <sstream>

int main() {
  int refused = 0;
  for (const double before :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    std::ostringstream out;
    { boost::archive::text_oarchive(out) << before; }
    std::istringstream in(out.str());
    double after = 0;
    try {
      boost::archive::text_iarchive(in) >> after;
    } catch (const boost::archive::archive_exception& error) {
      const std::string text = out.str();
      std::cout << text.substr(text.rfind(' ') + 1, 3) << ": " << error.what() << '\n';
      ++refused;
    }
  }
  return refused == 2 ? 0 : 1;
}
