// Of a text that holds a noncharacter of Unicode, such as U+FFFE, the emitter writes another
// character, U+FFFD, if it writes the text between double quotes; without quotes, it keeps it.
// yaml-cpp 0.8.0 (Debian's yaml-cpp_0.8.0+dfsg.orig.tar.xz) and 0.7.0 (Debian: libyaml-cpp-dev)
// run: g++ -std=c++20 benches/findings/cpp/yaml_cpp_noncharacter.cpp -lyaml-cpp -o /tmp/yaml_cpp_noncharacter && /tmp/yaml_cpp_noncharacter
// Prints: U+FFFE as it is: the same
//   U+FFFE beside a newline: another text
//   U+FDD0 beside a newline: another text
//   U+FFFE between quotes: another text
#include <yaml-cpp/yaml.h>

#include <cstdio>
#include <string>

bool is_kept(const char* what, const std::string& text, bool in_quotes = false) {
  YAML::Emitter out;
  if (in_quotes) out << YAML::DoubleQuoted;
  out << text;
  const bool is_same = YAML::Load(out.c_str()).Scalar() == text;
  printf("%s: %s\n", what, is_same ? "the same" : "another text");
  return is_same;
}

int main() {
  bool as_found = is_kept("U+FFFE as it is", "\xEF\xBF\xBE");
  as_found &= !is_kept("U+FFFE beside a newline", "\xEF\xBF\xBE\n");
  as_found &= !is_kept("U+FDD0 beside a newline", "\xEF\xB7\x90\n");
  as_found &= !is_kept("U+FFFE between quotes", "\xEF\xBF\xBE", true);
  return as_found ? 0 : 1;
}
