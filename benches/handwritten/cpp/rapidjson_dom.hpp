// https://rapidjson.org/md_doc_dom.html: documents parsed in situ, values and stack in pools over user
// buffers; https://rapidjson.org/md_doc_tutorial.html: Accept(Writer). Documents are filled by
// serbench's own function.
#pragma once

#include "direct.hpp"
#include "libraries/rapidjson_dom.hpp"
#include "serbench/json_dom.hpp"

struct Tree {
  using Pool = rapidjson::MemoryPoolAllocator<>;
  using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool>;

  static constexpr std::size_t size = 1 << 20;
  std::unique_ptr<char[]> memory{new char[2 * size]};
  Pool values{memory.get(), size};
  Pool stack{memory.get() + size, size};
  Document document{&values, 16 * 1024, &stack};
  std::vector<char> text;

  void clear() {
    document.SetNull();
    values.Clear();
    stack.Clear();
  }
};

struct RapidJsonDom {
  using Value = Tree;
  static constexpr bool reuses_objects = true;

  void fill(const serbench::Root& record, Tree& tree) {
    tree.clear();
    std::string scratch;
    serbench::rapidjson_dom::put(record, tree.document, tree.values, scratch);
  }
  void take(const Tree& tree, serbench::Root& record) {
    serbench::JsonTree<serbench::rapidjson_dom::Dom>::get(tree.document, record);
  }

  std::string_view encode(const Tree& tree) {
    text_.Clear();
    rapidjson::Writer<rapidjson::StringBuffer> writer(text_);
    tree.document.Accept(writer);
    return {text_.GetString(), text_.GetSize()};
  }

  void decode(std::string_view bytes, Tree& tree) {
    tree.clear();
    tree.text.assign(bytes.data(), bytes.data() + bytes.size() + 1);  // with the zero that ends it
    if (tree.document.ParseInsitu<rapidjson::kParseFullPrecisionFlag>(tree.text.data())
            .HasParseError()) {
      throw std::runtime_error("no JSON");
    }
  }

 private:
  rapidjson::StringBuffer text_;
};
