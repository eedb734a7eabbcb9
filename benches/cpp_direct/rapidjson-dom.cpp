// https://rapidjson.org/md_doc_tutorial.html and md_doc_dom.html (in situ, with user buffers).
#include "direct.hpp"
#include "serbench/rapidjson.hpp"

namespace {

using serbench::Root;
using Pool = rapidjson::MemoryPoolAllocator<>;
using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool>;

struct Tree {
  std::string text;
  std::unique_ptr<char[]> memory{new char[2 * size]};
  Pool values{memory.get(), size};
  Pool stack{memory.get() + size, size};
  Document document{&values, size / 2, &stack};

  static constexpr std::size_t size = 64 * 1024;
};

struct RapidJsonDom {
  using Value = Tree;
  static constexpr bool reuses_objects = true;

  void fill(const Root& record, Tree& tree) {
    Document& document = tree.document;
    document.SetObject();
    Document::ValueType ids(rapidjson::kArrayType), strings(rapidjson::kArrayType);
    for (const std::int64_t id : record.ids) ids.PushBack(id, tree.values);
    for (const std::string& s : record.strings) {
      strings.PushBack(rapidjson::StringRef(s.data(), s.size()), tree.values);
    }
    document.AddMember("ids", ids, tree.values);
    document.AddMember("strings", strings, tree.values);
  }

  void take(const Tree& tree, Root& record) {
    for (const auto& id : tree.document["ids"].GetArray()) record.ids.push_back(id.GetInt64());
    for (const auto& s : tree.document["strings"].GetArray()) {
      record.strings.emplace_back(s.GetString(), s.GetStringLength());
    }
  }

  std::string_view encode(const Tree& tree) {
    text_.Clear();
    rapidjson::Writer<rapidjson::StringBuffer> writer(text_);
    tree.document.Accept(writer);
    return {text_.GetString(), text_.GetSize()};
  }

  void decode(std::string_view bytes, Tree& tree) {
    tree.text = bytes;
    tree.document.SetNull();
    tree.values.Clear();
    tree.stack.Clear();
    tree.document.ParseInsitu<rapidjson::kParseFullPrecisionFlag>(tree.text.data());
  }

 private:
  rapidjson::StringBuffer text_;
};

}  // namespace

SERBENCH_DIRECT(RapidJsonDom)
