// Of a hundred fields, the one whose name has 256 bytes is not found: the library takes the length of a
// name modulo 256. With 255 bytes, it is.
// glaze 9.0.0 (headers as `serbench setup` fetches them), clang 19 with libc++ (Debian: clang-19, libc++-19-dev, libc++abi-19-dev)
// run: clang++-19 -std=c++23 -stdlib=libc++ -I ~/.cache/serbench/fetched/cpp/glaze-*/include benches/findings/cpp/glaze_long_name.cpp -o /tmp/glaze_long_name && /tmp/glaze_long_name
// Prints: 255 bytes: read, 256 bytes: unknown_key
#include <array>
#include <glaze/json.hpp>
#include <iostream>
#include <string>
#include <string_view>

// clang-format off
#define TEN(F, n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7) F(n##8) F(n##9)
#define HUNDRED(F) \
  TEN(F, n0) TEN(F, n1) TEN(F, n2) TEN(F, n3) TEN(F, n4) TEN(F, n5) TEN(F, n6) TEN(F, n7) TEN(F, n8) TEN(F, n9)
#define MEMBER(name) int name = 0;
#define NAMED(name) #name, &T::name,
// clang-format on

template <std::size_t size>
struct Record {
  int last = 0;
  HUNDRED(MEMBER)
};
template <std::size_t size>
constexpr auto name_of_last = [] {
  std::array<char, size> made;
  made.fill('x');
  return made;
}();
template <std::size_t size>
struct glz::meta<Record<size>> {
  using T = Record<size>;
  static constexpr std::string_view last{name_of_last<size>.data(), size};
  static constexpr auto value = object(HUNDRED(NAMED) last, &T::last);
};

template <std::size_t size>
std::string outcome() {
  const Record<size> record{.last = 7};
  Record<size> back;
  std::string text;
  if (glz::write_json(record, text)) return "not written";
  const auto error = glz::read_json(back, text);
  if (error.ec == glz::error_code::unknown_key) return "unknown_key";
  return !error && back.last == 7 ? "read" : "another value";
}

int main() {
  const std::string shorter = outcome<255>(), longer = outcome<256>();
  std::cout << "255 bytes: " << shorter << ", 256 bytes: " << longer << '\n';
  return shorter == "read" && longer == "unknown_key" ? 0 : 1;
}
