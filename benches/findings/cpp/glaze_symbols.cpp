// The library writes an enum whose name is the empty text as a number, which it does not read, and one
// with a quotation mark as no JSON.
// glaze 9.0.0 (headers as `serbench setup` fetches them), clang 19 with libc++ (Debian: clang-19, libc++-19-dev, libc++abi-19-dev)
// run: clang++-19 -std=c++23 -stdlib=libc++ -I ~/.cache/serbench/fetched/cpp/glaze-*/include benches/findings/cpp/glaze_symbols.cpp -o /tmp/glaze_symbols && /tmp/glaze_symbols
// Prints: empty: 1, not read
//   with a quotation mark: "a"b", not read
#include <glaze/json.hpp>
#include <iostream>
#include <string>

enum class Colour { red, none, odd };
template <>
struct glz::meta<Colour> {
  static constexpr auto value =
      enumerate("red", Colour::red, "", Colour::none, "a\"b", Colour::odd);
};

bool shows(const char* what, Colour colour, const std::string& expected) {
  std::string text;
  if (glz::write_json(colour, text)) return false;
  Colour back = Colour::red;
  const bool is_read = !glz::read_json(back, text) && back == colour;
  std::cout << what << ": " << text << (is_read ? ", read\n" : ", not read\n");
  return text == expected && !is_read;
}

int main() {
  const bool empty = shows("empty", Colour::none, "1");
  return shows("with a quotation mark", Colour::odd, R"("a"b")") && empty ? 0 : 1;
}
