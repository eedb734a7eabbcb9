// Any byte becomes a bool: one that is neither 0 nor 1 is undefined as soon as it is looked at.
// cereal 1.3.2 (Debian: libcereal-dev)
// run: g++ -std=c++17 -g -fsanitize=address,undefined benches/findings/cpp/cereal_bool.cpp -o /tmp/cereal_bool && /tmp/cereal_bool
// Prints: .../cereal/types/optional.hpp:56: runtime error: load of value 120, which is not a valid value for type 'bool'
//   2 reports (the other is of the bool itself, which the program looked at)
#include <cereal/archives/binary.hpp>
#include <cereal/types/optional.hpp>
#include <iostream>
#include <sstream>

int reports = 0;
extern "C" void __ubsan_on_report() {
  ++reports;
}

int main() {
  std::istringstream in("x"), more(std::string("x\7\0\0\0", 5));
  cereal::BinaryInputArchive archive(in), another(more);
  bool value = false;
  archive(value);
  std::cout << (value ? "true" : "false") << std::endl;
  std::optional<int> number;
  another(number);
  std::cout << reports << " reports\n";
  return reports == 2 ? 0 : 1;
}
