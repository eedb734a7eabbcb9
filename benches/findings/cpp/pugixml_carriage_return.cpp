// A carriage return in text is written as it is, and read as a line feed by the default options.
// pugixml 1.13 (Debian: libpugixml-dev)
// run: g++ benches/findings/cpp/pugixml_carriage_return.cpp -lpugixml -o /tmp/pugixml_carriage_return && /tmp/pugixml_carriage_return
// Prints: written as 61 0d 62
//   by the default options: 61 0a 62
//   without parse_eol: 61 0d 62
#include <cstdio>
#include <cstring>
#include <pugixml.hpp>
#include <sstream>
#include <string>

void show(const char* what, const std::string& text) {
  printf("%s", what);
  for (const char c : text) printf(" %02x", c);
  puts("");
}

int main() {
  pugi::xml_document written;
  written.append_child("a").text().set("a\rb");
  std::ostringstream out;
  written.save(out, "", pugi::format_raw | pugi::format_no_declaration);
  const std::string xml = out.str();
  show("written as", xml.substr(3, xml.size() - 7));

  pugi::xml_document usual, exact;
  usual.load_string(xml.c_str());
  exact.load_string(xml.c_str(), pugi::parse_default & ~pugi::parse_eol);
  show("by the default options:", usual.child("a").child_value());
  show("without parse_eol:", exact.child("a").child_value());
  return strcmp(usual.child("a").child_value(), "a\nb");
}
