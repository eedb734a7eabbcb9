// A text that starts with a newline comes back without it, and one that has a newline and three
// quotation marks is not read. Without text of several lines, it puts a newline between single marks.
// toml++ 3.3.0 (Debian: libtomlplusplus-dev); 3.4.0 does the first two
// run: g++ -std=c++20 benches/findings/cpp/tomlplusplus_newline.cpp -o /tmp/tomlplusplus_newline && /tmp/tomlplusplus_newline
// Prints: usual format: another text, not read
//   without text of several lines: not read, the same
//   without literal strings besides: the same, the same
#include <toml++/toml.h>

#include <cstdio>
#include <sstream>
#include <string>

using Formatter = toml::toml_formatter;
using toml::format_flags;

std::string outcome(const std::string& text, format_flags flags) {
  const toml::table table{{"text", text}};
  std::ostringstream out;
  out << Formatter(table, flags);
  try {
    const toml::table read = toml::parse(out.str());
    return read["text"].value<std::string>() == text ? "the same" : "another text";
  } catch (const toml::parse_error&) {
    return "not read";
  }
}

std::string outcomes(const char* what, format_flags flags) {
  const std::string found = outcome("\nb", flags) + ", " + outcome("a\n'''b", flags);
  printf("%s: %s\n", what, found.c_str());
  return found;
}

int main() {
  const format_flags usual = Formatter::default_flags;
  const format_flags one_line = usual & ~format_flags::allow_multi_line_strings;
  const format_flags escaped = one_line & ~format_flags::allow_literal_strings;
  const char* expected = TOML_LIB_MINOR < 4 ? "not read, the same" : "the same, the same";
  const bool as_found = outcomes("usual format", usual) == "another text, not read" &&
                        outcomes("without text of several lines", one_line) == expected;
  return as_found && outcomes("without literal strings besides", escaped) == "the same, the same"
             ? 0
             : 1;
}
