// With its own settings, the library writes a control character as it is: no JSON. It does not read that
// itself. With escape_control_characters, it escapes them.
// glaze 9.0.0 (headers as `serbench setup` fetches them), clang 19 with libc++ (Debian: clang-19, libc++-19-dev, libc++abi-19-dev)
// run: clang++-19 -std=c++23 -stdlib=libc++ -I ~/.cache/serbench/fetched/cpp/glaze-*/include benches/findings/cpp/glaze_control.cpp -o /tmp/glaze_control && /tmp/glaze_control
// Prints: usual settings: 3 bytes, not read; escaped: "\u0001", read
#include <glaze/json.hpp>
#include <iostream>
#include <string>

struct Escaped : glz::opts {
  bool escape_control_characters = true;
};

bool is_read(const std::string& json) {
  std::string text;
  return !glz::read_json(text, json) && text == "\1";
}

int main() {
  const std::string text = "\1";
  std::string usual, escaped;
  if (glz::write_json(text, usual) || glz::write<Escaped{}>(text, escaped)) return 1;
  const auto word = [](const std::string& json) { return is_read(json) ? "read" : "not read"; };
  std::cout << "usual settings: " << usual.size() << " bytes, " << word(usual)
            << "; escaped: " << escaped << ", " << word(escaped) << '\n';
  return usual == "\"\1\"" && !is_read(usual) && is_read(escaped) ? 0 : 1;
}
