// ---
// library = "Boost.JSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "reuses-objects"]
// page = "https://www.boost.org/doc/libs/1_85_0/libs/json/doc/html/json/conversion/direct.html"
// unions = "the value"
// fetch = ["boost_json"]
// ---
#include "libraries/boost_json.hpp"
#include "libraries/boost_json_into.hpp"
#include "serbench/codec.hpp"

namespace {

using namespace serbench;

// The library's own conversions of described types: text to plain value without a tree, and back by
// way of one, since 1.85 has no other.
struct BoostJsonInto {
  void encode(const Root& value, Buffer& out) {
    serializer_.reset(&tree_.emplace(boost::json::value_from(value, tree_.fresh(0))));
    boost_json::write(serializer_, out);
  }

  void decode(std::span<const std::byte> in, Root& out) {
    boost::json::parse_into(out, {reinterpret_cast<const char*>(in.data()), in.size()},
                            boost_json::options());
  }

 private:
  boost::json::serializer serializer_;
  boost_json::Tree tree_;
};

}  // namespace

SERBENCH_CODEC(BoostJsonInto)
