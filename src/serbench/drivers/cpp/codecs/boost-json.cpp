// ---
// library = "Boost.JSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model", "reuses-objects"]
// page = "https://www.boost.org/doc/libs/1_85_0/libs/json/doc/html/json/allocators/storage_ptr.html"
// unions = "the value"
// extra = ["read"]
// fetch = ["boost_json"]
// ---
#include "libraries/boost_json.hpp"
#include "serbench/codec.hpp"
#include "serbench/json_dom.hpp"

namespace {

using namespace serbench;

struct BoostJson {
  using Input = boost_json::Tree;
  using Output = boost_json::Tree;

  void populate(const Root& value, Input& in) {
    boost_json::put(value, in.emplace(boost::json::value(in.fresh(0))), scratch_);
  }

  void encode(const Input& in, Buffer& out) {
    serializer_.reset(&in.value());
    boost_json::write(serializer_, out);
  }

  void decode(std::span<const std::byte> in, Output& out) { parser_.parse(in, out); }

  void convert(const Output& out, Root& value) {
    JsonTree<boost_json::Dom>::get(out.value(), value);
  }

  std::uint64_t read(std::span<const std::byte> in) {
    parser_.parse(in, tree_);
    return JsonTree<boost_json::Dom>::sum<Root>(tree_.value(), bytes_);
  }

 private:
  boost::json::serializer serializer_;
  boost_json::Parser parser_;
  boost_json::Tree tree_;
  std::string scratch_;
  Bytes bytes_;
};

}  // namespace

SERBENCH_CODEC(BoostJson)
