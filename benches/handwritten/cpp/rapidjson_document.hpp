// A document parsed in situ, in pools over user buffers: https://rapidjson.org/md_doc_dom.html
#pragma once

#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "serbench/rapidjson.hpp"

class RapidJsonDocument {
 public:
  using Pool = rapidjson::MemoryPoolAllocator<>;
  using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool>;

  const Document& parse(std::string_view text) {
    document_.SetNull();
    values_.Clear();
    stack_.Clear();
    text_.assign(text.data(), text.data() + text.size() + 1);  // with the zero that ends it
    constexpr unsigned flags = rapidjson::kParseDefaultFlags | rapidjson::kParseFullPrecisionFlag;
    if (document_.ParseInsitu<flags>(text_.data()).HasParseError()) {
      throw std::runtime_error("no JSON");
    }
    return document_;
  }

 private:
  static constexpr std::size_t size = 1 << 20;
  std::unique_ptr<char[]> memory_{new char[2 * size]};
  Pool values_{memory_.get(), size};
  Pool stack_{memory_.get() + size, size};
  Document document_{&values_, 16 * 1024, &stack_};
  std::vector<char> text_;
};
