// ---
// library = "RapidJSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model", "reuses-objects"]
// page = "https://rapidjson.org/md_doc_dom.html"
// extra = ["read"]
// fetch = ["rapidjson"]
// ---
#include "libraries/rapidjson_dom.hpp"
#include "serbench/codec.hpp"
#include "serbench/json_dom.hpp"

namespace {

using namespace serbench;

struct RapidJsonDom {
  using Input = rapidjson_dom::Tree;
  using Output = rapidjson_dom::Tree;

  void populate(const Root& value, Input& in) {
    rapidjson_dom::put(value, in.fresh(0), in.allocator(), scratch_);
  }

  void encode(const Input& in, Buffer& out) {
    text_.Clear();
    writer_.Reset(text_);
    if (!in.document().Accept(writer_)) {
      throw CannotHold("JSON has no number for NaN and infinities");
    }
    out.append(text_.GetString(), text_.GetSize());
  }

  void decode(std::span<const std::byte> in, Output& out) { out.parse(in); }

  void convert(const Output& out, Root& value) {
    JsonTree<rapidjson_dom::Dom>::get(out.document(), value);
  }

  std::uint64_t read(std::span<const std::byte> in) {
    tree_.parse(in);
    return JsonTree<rapidjson_dom::Dom>::sum<Root>(tree_.document(), bytes_);
  }

 private:
  rapidjson::StringBuffer text_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_;
  std::string scratch_;
  rapidjson_dom::Tree tree_;
  Bytes bytes_;
};

}  // namespace

SERBENCH_CODEC(RapidJsonDom)
