// The sign of zero is lost where JSON is written.
// jsoncons 1.3.2 (headers as `serbench setup` fetches them)
// run: g++ -std=c++17 -I ~/.cache/serbench/fetched/cpp/jsoncons-*/include benches/findings/cpp/jsoncons_minus_zero.cpp -o /tmp/jsoncons_minus_zero && /tmp/jsoncons_minus_zero
// Prints: -0.0 is written as 0.0
#include <cmath>
#include <iostream>
#include <jsoncons/json.hpp>
#include <string>

int main() {
  std::string written;
  jsoncons::json(-0.0).dump(written);
  const double back = jsoncons::json::parse(written).as<double>();
  std::cout << "-0.0 is written as " << written << '\n';
  return std::signbit(back) ? 1 : 0;
}
