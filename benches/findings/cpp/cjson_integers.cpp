// Integers beyond 2^53 are read as other integers, and a text ends at its first NUL, without an error.
// cJSON 1.7.15 (Debian: libcjson-dev)
// run: g++ -std=c++17 benches/findings/cpp/cjson_integers.cpp -lcjson -o /tmp/cjson_integers && /tmp/cjson_integers
// Prints: 9007199254740993 is read as 9007199254740992
//   "a\u0000b" is read as "a"
#include <cjson/cJSON.h>

#include <iostream>
#include <string>

int main() {
  int lost = 0;
  for (const std::string text : {"9007199254740993", "\"a\\u0000b\""}) {
    cJSON* const value = cJSON_Parse(text.c_str());
    char* const printed = cJSON_PrintUnformatted(value);
    std::cout << text << " is read as " << (printed != nullptr ? printed : "nothing") << '\n';
    lost += printed != nullptr && printed != text;
    cJSON_free(printed);
    cJSON_Delete(value);
  }
  return lost == 2 ? 0 : 1;
}
