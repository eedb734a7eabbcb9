// A timestamp beyond the year 32767 is written as another year: std::chrono::year_month_day has 16 bits
// for it. Those from the year 10000 to 32767 are refused.
// glaze 9.0.0 (headers as `serbench setup` fetches them), clang 19 with libc++ (Debian: clang-19, libc++-19-dev, libc++abi-19-dev)
// run: clang++-19 -std=c++23 -stdlib=libc++ -I ~/.cache/serbench/fetched/cpp/glaze-*/include benches/findings/cpp/glaze_year.cpp -o /tmp/glaze_year && /tmp/glaze_year
// Prints: the year 10000: refused
//   the year 67562: "2026-01-01"
#include <chrono>
#include <glaze/json.hpp>
#include <iostream>
#include <string>

std::string written(std::chrono::days since_1970) {
  std::string text;
  if (glz::write_json(std::chrono::sys_days(since_1970), text)) return "refused";
  return text;
}

int main() {
  const std::string of_10000 = written(std::chrono::days(2932897));
  const std::string of_67562 = written(std::chrono::days(23956986));
  std::cout << "the year 10000: " << of_10000 << "\nthe year 67562: " << of_67562 << '\n';
  return of_10000 == "refused" && of_67562 == "\"2026-01-01\"" ? 0 : 1;
}
