// RapidJSON's documents: memory that is kept from one to the next, made from plain values, looked
// at by JsonTree.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "serbench/base64.hpp"
#include "serbench/buffer.hpp"
#include "serbench/describe.hpp"
#include "serbench/rapidjson.hpp"

namespace serbench::rapidjson_dom {

using rapidjson::SizeType;
using Allocator = rapidjson::MemoryPoolAllocator<>;
using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Allocator, Allocator>;
using Value = Document::ValueType;

// A pool over memory of its own, which it falls back to when it is made afresh.
class Pool {
 public:
  Allocator& fresh(std::size_t size) {
    allocator_.reset();
    if (size > size_) {
      memory_ = std::make_unique_for_overwrite<std::byte[]>(size);
      size_ = size;
    }
    return allocator_.emplace(memory_.get(), size_);
  }
  Allocator& current() { return *allocator_; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t size_ = 0;
  std::optional<Allocator> allocator_;
};

// A document with two pools over user buffers, as the page's "Parsing with Allocators" has it.
class Tree {
 public:
  // An empty document in place of the last, with room for the values of that much text.
  Document& fresh(std::size_t text_size) {
    document_.reset();
    const std::size_t size = least_size + 2 * text_size;
    Allocator& values = values_.fresh(size);
    return document_.emplace(&values, size / 4, &stack_.fresh(size));
  }

  // In situ, since one copy of the text costs less than one of each string in it.
  void parse(std::span<const std::byte> text) {
    text_.clear();
    text_.append(text.data(), text.size());
    text_.append("\0", 1);
    Document& document = fresh(text.size());
    constexpr unsigned flags = rapidjson::kParseDefaultFlags | rapidjson::kParseFullPrecisionFlag;
    document.ParseInsitu<flags>(reinterpret_cast<char*>(text_.data()));
    if (document.HasParseError()) {
      throw std::runtime_error(rapidjson::GetParseError_En(document.GetParseError()));
    }
  }

  const Document& document() const { return *document_; }
  Allocator& allocator() { return values_.current(); }

 private:
  static constexpr std::size_t least_size = 16 * 1024;

  Buffer text_;
  Pool values_;
  Pool stack_;
  std::optional<Document> document_;
};

// A reference: names and the plain value outlive the document.
inline rapidjson::GenericStringRef<char> reference(std::string_view text) {
  return {text.data() != nullptr ? text.data() : "", static_cast<SizeType>(text.size())};
}

// `scratch` is for bytes, which become base64.
template <class T>
void put(const T& from, Value& to, Allocator& memory, std::string& scratch) {
  const auto add = [&](std::string_view name, const auto& item) {
    Value value;
    put(item, value, memory, scratch);
    to.AddMember(reference(name), value, memory);
  };
  if constexpr (Converted<T>) {
    with_written(from, [&](std::string_view text) {  // which is gone after the call
      to.SetString(text.data(), static_cast<SizeType>(text.size()), memory);
    });
  } else if constexpr (std::same_as<T, bool>) {
    to.SetBool(from);
  } else if constexpr (std::is_arithmetic_v<T>) {
    to = Value(from);
  } else if constexpr (std::same_as<T, std::string>) {
    to.SetString(reference(from));
  } else if constexpr (std::same_as<T, Bytes>) {
    base64_encode(from, scratch);
    to.SetString(scratch.data(), static_cast<SizeType>(scratch.size()), memory);
  } else if constexpr (Enum<T>) {
    to.SetString(reference(wire_names<T>.at(static_cast<std::size_t>(from))));
  } else if constexpr (Union<T>) {
    std::visit([&](const auto& variant) { put(variant, to, memory, scratch); }, from);
  } else if constexpr (Optional<T>) {
    if (from) put(*from, to, memory, scratch);
  } else if constexpr (Described<T>) {
    to.SetObject();
    for_each_present(from, add);
  } else if constexpr (Map<T>) {
    to.SetObject();
    for (const auto& [key, item] : from) add(key, item);
  } else {
    to.SetArray().Reserve(static_cast<SizeType>(from.size()), memory);
    for (const typename T::value_type& item : from) {
      Value value;
      put(item, value, memory, scratch);
      to.PushBack(value, memory);
    }
  }
}

struct Dom {
  using Value = rapidjson_dom::Value;

  static void require(bool fits) {
    if (!fits) throw std::runtime_error("a JSON value is of another type than the schema says");
  }
  static bool is_null(const Value& value) { return value.IsNull(); }
  static JsonShape shape(const Value& value) {
    if (value.IsBool()) return JsonShape::boolean;
    if (value.IsNumber()) return JsonShape::number;
    if (value.IsString()) return JsonShape::string;
    if (value.IsNull()) return JsonShape::null;
    return value.IsArray() ? JsonShape::array : JsonShape::object;
  }
  static bool boolean(const Value& value) {
    require(value.IsBool());
    return value.GetBool();
  }
  template <class Integer>
  static Integer integer(const Value& value) {
    if constexpr (std::is_signed_v<Integer>) {
      require(value.IsInt64() && std::in_range<Integer>(value.GetInt64()));
      return static_cast<Integer>(value.GetInt64());
    } else {
      require(value.IsUint64() && std::in_range<Integer>(value.GetUint64()));
      return static_cast<Integer>(value.GetUint64());
    }
  }
  static double number(const Value& value) {
    require(value.IsNumber());
    return value.GetDouble();
  }
  static std::string_view text(const Value& value) {
    require(value.IsString());
    return {value.GetString(), value.GetStringLength()};
  }
  static std::size_t size(const Value& value) {
    require(value.IsArray());
    return value.Size();
  }
  static void for_each_item(const Value& value, auto&& f) {
    require(value.IsArray());
    for (const Value& item : value.GetArray()) f(item);
  }
  static void for_each_member(const Value& value, auto&& f) {
    require(value.IsObject());
    for (const auto& member : value.GetObject()) f(text(member.name), member.value);
  }
};

}  // namespace serbench::rapidjson_dom
