// Integers beyond 2^53 are read as other integers, some doubles are written as their neighbours, and a
// text ends at its first NUL, all without an error.
// cJSON 1.7.15 (Debian: libcjson-dev)
// run: g++ -std=c++17 benches/findings/cpp/cjson_numbers.cpp -lcjson -o /tmp/cjson_numbers && /tmp/cjson_numbers
// Prints: 9007199254740993 is read as 9007199254740992
//   0.30000000000000004 is written as 0.3
//   9007199254740991 is written as 9.00719925474099e+15
//   "a\u0000b" is read as "a"
#include <cjson/cJSON.h>

#include <iomanip>
#include <iostream>
#include <string>

int main() {
  bool lost = true;
  cJSON* value = cJSON_Parse("9007199254740993");
  std::cout << "9007199254740993 is read as " << std::setprecision(17) << value->valuedouble
            << '\n';
  lost = lost && value->valuedouble == 9007199254740992.0;
  cJSON_Delete(value);

  for (const double number : {0.1 + 0.2, 9007199254740991.0}) {
    value = cJSON_CreateNumber(number);
    char* const written = cJSON_PrintUnformatted(value);
    std::cout << number << " is written as " << written << '\n';
    lost = lost && std::stod(written) != number;
    cJSON_free(written);
    cJSON_Delete(value);
  }

  value = cJSON_Parse("\"a\\u0000b\"");
  std::cout << R"("a\u0000b" is read as ")" << value->valuestring << "\"\n";
  lost = lost && value->valuestring == std::string("a");
  cJSON_Delete(value);
  return lost ? 0 : 1;
}
