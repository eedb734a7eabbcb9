// ---
// library = "yyjson"
// released = "2024-07-09"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/ibireme/yyjson_benchmark"
// unions = "the value"
// extra = ["read"]
// fetch = ["yyjson"]
// limits = ["NaN and infinities"]
// types = { absent = "no member" }
// ---
#include "libraries/yyjson.hpp"

namespace {

using namespace serbench;

// A mutable document is made, an immutable one is read, as its page has it.
struct YyJson {
  using Input = MutableDocument;
  using Output = Document;

  void populate(const Root& value, Input& in) {
    in.reset(made(yyjson_mut_doc_new(nullptr)));
    yyjson::Maker maker{in.get()};
    yyjson_mut_doc_set_root(in.get(), make_tree(maker, value));
  }
  void encode(const Input& in, Buffer&) {
    std::size_t size = 0;
    yyjson_write_err error{};
    text_.reset(yyjson_mut_write_opts(in.get(), YYJSON_WRITE_NOFLAG, nullptr, &size, &error));
    if (error.code == YYJSON_WRITE_ERROR_NAN_OR_INF) {
      throw CannotHold("JSON has no number for NaN and infinities");
    }
    if (!text_) throw std::runtime_error(error.msg);
    bytes_ = std::as_bytes(std::span(text_.get(), size));
  }
  std::span<const std::byte> storage() const { return bytes_; }

  void decode(std::span<const std::byte> in, Output& out) { out = yyjson::parse(in); }
  void convert(const Output& out, Root& value) {
    JsonTree<yyjson::Looks>::get(yyjson_doc_get_root(out.get()), value);
  }
  std::uint64_t read(std::span<const std::byte> in) {
    const Document document = yyjson::parse(in);
    return JsonTree<yyjson::Looks>::sum<Root>(yyjson_doc_get_root(document.get()), scratch_);
  }

 private:
  std::unique_ptr<char, FreedBy<std::free>> text_;
  std::span<const std::byte> bytes_;
  Bytes scratch_;
};

}  // namespace

SERBENCH_CODEC(YyJson)
