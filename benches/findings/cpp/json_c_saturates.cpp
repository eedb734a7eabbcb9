// A number that no 64-bit integer holds is read as the largest one, without an error.
// json-c 0.16 (Debian: libjson-c-dev)
// run: g++ -std=c++17 benches/findings/cpp/json_c_saturates.cpp -ljson-c -o /tmp/json_c_saturates && /tmp/json_c_saturates
// Prints: 123456789012345680000 is read as 18446744073709551615
//   -123456789012345680000 is read as -9223372036854775808
#include <json-c/json.h>

#include <iostream>

int main() {
  int saturated = 0;
  for (const char* text : {"123456789012345680000", "-123456789012345680000"}) {
    json_object* const value = json_tokener_parse(text);
    std::cout << text << " is read as " << json_object_to_json_string(value) << '\n';
    const double number = json_object_get_double(value);
    saturated += number != 123456789012345680000.0 && number != -123456789012345680000.0;
    json_object_put(value);
  }
  return saturated == 2 ? 0 : 1;
}
