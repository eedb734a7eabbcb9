// A text that holds the character NUL is written whole and read up to it.
// cereal 1.3.2, JSON archive (Debian: libcereal-dev)
// run: g++ -std=c++17 benches/findings/cpp/cereal_json_nul.cpp -o /tmp/cereal_json_nul && /tmp/cereal_json_nul
// Prints: written: 3 characters, read: 1
#include <cereal/archives/json.hpp>
#include <cereal/types/string.hpp>
#include <iostream>
#include <sstream>

int main() {
  const std::string before("a\0b", 3);
  std::stringstream text;
  {
    cereal::JSONOutputArchive archive(text);
    archive(before);
  }
  std::string after;
  cereal::JSONInputArchive archive(text);
  archive(after);
  std::cout << "written: " << before.size() << " characters, read: " << after.size() << '\n';
  return after == "a" ? 0 : 1;
}
