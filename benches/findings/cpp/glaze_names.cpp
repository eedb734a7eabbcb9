// Names of fields are compared as they stand in JSON: one that is written with an escape is unknown. Of a
// field whose name has a quotation mark, the library writes no JSON.
// glaze 9.0.0 (headers as `serbench setup` fetches them), clang 19 with libc++ (Debian: clang-19, libc++-19-dev, libc++abi-19-dev)
// run: clang++-19 -std=c++23 -stdlib=libc++ -I ~/.cache/serbench/fetched/cpp/glaze-*/include benches/findings/cpp/glaze_names.cpp -o /tmp/glaze_names && /tmp/glaze_names
// Prints: {"\u0061":1}: unknown_key
//   written: {"a"b":1}
#include <glaze/json.hpp>
#include <iostream>
#include <string>

struct Plain {
  int a = 0;
};
struct Quoted {
  int a = 1;
};
template <>
struct glz::meta<Quoted> {
  static constexpr auto value = object("a\"b", &Quoted::a);
};

int main() {
  Plain plain;
  const auto error = glz::read_json(plain, R"({"\u0061":1})");
  std::string text;
  if (glz::write_json(Quoted{}, text)) return 1;
  const bool unknown = error.ec == glz::error_code::unknown_key;
  std::cout << R"({"\u0061":1}: )" << (unknown ? "unknown_key" : "read") << "\nwritten: " << text
            << '\n';
  return unknown && text == R"({"a"b":1})" ? 0 : 1;
}
