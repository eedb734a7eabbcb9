// -0, as Go's encoding/json writes -0.0, is the integer 0.
// Boost.JSON 1.85 (headers as `serbench setup` fetches them), RapidJSON 1.1.0 (Debian: rapidjson-dev)
// run: g++ -std=c++17 -isystem ~/.cache/serbench/fetched/cpp/boost_json-*/include benches/findings/cpp/negative_zero.cpp -o /tmp/negative_zero && /tmp/negative_zero
// Prints: Boost.JSON: -0 is int64 0
//   RapidJSON, document: 0, events: Int 0
#include <rapidjson/document.h>
#include <rapidjson/reader.h>

#include <boost/json/src.hpp>
#include <iostream>

struct Events : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Events> {
  std::string seen;
  bool Default() { return false; }
  bool Int(int number) { return seen = "Int " + std::to_string(number), true; }
  bool Uint(unsigned number) { return seen = "Uint " + std::to_string(number), true; }
  bool Double(double number) { return seen = "Double " + std::to_string(number), true; }
};

int main() {
  const boost::json::value value = boost::json::parse("-0");
  std::cout << "Boost.JSON: -0 is " << value.kind() << ' ' << value << '\n';
  rapidjson::Document document;
  document.Parse("-0");
  Events events;
  rapidjson::StringStream text("-0");
  rapidjson::Reader().Parse(text, events);
  std::cout << "RapidJSON, document: " << document.GetDouble() << ", events: " << events.seen
            << '\n';
  return value.is_int64() && document.IsInt() && events.seen == "Int 0" ? 0 : 1;
}
