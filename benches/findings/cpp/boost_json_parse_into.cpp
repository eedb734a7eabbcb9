// parse_into compares each key with every name of its record. As g++ 12 compiles C++20, forty fields take longer
// than by parse and value_to; ten do not, nor do forty in C++17. A record that may hold itself does not compile.
// Boost.JSON 1.85 (headers as `serbench setup` fetches them), g++ 12.2
// run: (for std in 17 20; do g++ -std=c++$std -O3 -DNDEBUG -isystem ~/.cache/serbench/fetched/cpp/boost_json-*/include benches/findings/cpp/boost_json_parse_into.cpp -o /tmp/boost_json_parse_into && /tmp/boost_json_parse_into || exit 1; done) && ! g++ -std=c++17 -DRECURSIVE -fsyntax-only -w -isystem ~/.cache/serbench/fetched/cpp/boost_json-*/include benches/findings/cpp/boost_json_parse_into.cpp 2> /dev/null
// Prints: C++201703: ten fields 0.46 times as long, forty 0.82
//   C++202002: ten fields 0.39 times as long, forty 3.32
#include <boost/describe.hpp>
#include <boost/json/src.hpp>
#include <chrono>
#include <iostream>

namespace json = boost::json;

#define TEN(n) n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7, n##8, n##9
struct Narrow {
  std::string TEN(field_1);
};
BOOST_DESCRIBE_STRUCT(Narrow, (), (TEN(field_1)))
struct Wide {
  std::string TEN(field_1), TEN(field_2), TEN(field_3), TEN(field_4);
};
BOOST_DESCRIBE_STRUCT(Wide, (), (TEN(field_1), TEN(field_2), TEN(field_3), TEN(field_4)))
struct Tree {
  std::vector<Tree> children;
};
BOOST_DESCRIBE_STRUCT(Tree, (), (children))

template <class Work>
double nanoseconds(Work work) {
  double best = 1e9;
  for (int round = 0; round < 5000; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count());
  }
  return best;
}

template <class Record>
double ratio() {
  const std::string text = json::serialize(json::value_from(std::vector<Record>(10)));
  std::vector<Record> out;
  static unsigned char block[1 << 18];
  json::monotonic_resource memory(block);
  const double into = nanoseconds([&] { json::parse_into(out = {}, text); });
  const double tree = nanoseconds([&] {
    memory.release();
    out = json::value_to<std::vector<Record>>(json::parse(text, &memory));
  });
  return into / tree;
}

int main() {
#ifdef RECURSIVE
  Tree tree;
  json::parse_into(tree, R"({"children": []})");
#endif
  const double narrow = ratio<Narrow>(), wide = ratio<Wide>();
  std::cout << "C++" << __cplusplus << ": ten fields " << narrow << " times as long, forty " << wide
            << '\n';
  return narrow < 1 && wide > 1 == __cplusplus > 201703 ? 0 : 1;
}
