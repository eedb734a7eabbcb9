// 2^40 + 8 is read into 32 bits as 8, unless overflow_checked asks, as documented.
// rapidyaml 0.15.2 (sources as `serbench setup` fetches them)
// run: cd ~/.cache/serbench/fetched/cpp/rapidyaml-* && g++ -std=c++17 -w -I src -I ext/c4core/src $OLDPWD/benches/findings/cpp/rapidyaml_overflow.cpp src/c4/yml/*.cpp ext/c4core/src/c4/*.cpp -o /tmp/rapidyaml_overflow && /tmp/rapidyaml_overflow
// Prints: read: 8
//   with overflow_checked: refused
#include <iostream>
#include <ryml.hpp>
#include <ryml_std.hpp>

int main() {
  const ryml::Tree tree = ryml::parse_in_arena("number: 1099511627784");
  std::int32_t number = 0, checked = 0;
  tree["number"] >> number;
  std::cout << "read: " << number << '\n';
  const bool fits = from_chars(tree["number"].val(), ryml::fmt::overflow_checked(checked));
  std::cout << "with overflow_checked: " << (fits ? "read" : "refused") << '\n';
  return number == 8 && !fits ? 0 : 1;
}
