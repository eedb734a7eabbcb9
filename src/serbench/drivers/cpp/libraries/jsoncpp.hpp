// JsonCpp's values.
#pragma once

#include <jsoncpp/json/json.h>

#include <memory>
#include <ostream>
#include <utility>

#include "serbench/c_dom.hpp"
#include "serbench/dom_codec.hpp"
#include "serbench/explain.hpp"

namespace serbench {

// Readers and writers are made once by their builders. The text is as compact as it can be, and as
// UTF-8 where the default escapes.
struct JsonCpp {
  using Dom = JsonCpp;
  using Node = Json::Value;
  using Value = Json::Value;

  Node null() { return Node(); }
  Node boolean(bool value) { return value; }
  Node integer(std::int64_t value) { return Json::Int64{value}; }
  Node natural(std::uint64_t value) { return Json::UInt64{value}; }
  Node number(double value) { return value; }
  Node text(std::string_view value) { return Node(value.data(), value.data() + value.size()); }
  Node list(std::size_t) { return Json::arrayValue; }
  void append(Node& list, Node&& item) { list.append(std::move(item)); }
  Node object(std::size_t) { return Json::objectValue; }
  void add(Node& object, std::string_view name, Node&& item) {
    *object.demand(name.data(), name.data() + name.size()) = std::move(item);
  }

  const Value& look(const Node& node) { return node; }
  void write(const Node& node, Buffer& out) {
    const auto attached = buffer_.attach(out);
    writer_->write(node, &stream_);
  }
  Node parse(std::span<const std::byte> in) {
    const char* text = reinterpret_cast<const char*>(in.data());
    Node node;
    std::string errors;
    if (!reader_->parse(text, text + in.size(), &node, &errors)) throw std::runtime_error(errors);
    return node;
  }

  static bool is_null(const Value& value) { return value.isNull(); }
  static JsonShape shape(const Value& value) {
    using enum JsonShape;
    constexpr JsonShape shapes[] = {null, number, number, number, string, boolean, array, object};
    return shapes[value.type()];
  }
  static bool boolean(const Value& value) {
    require(value.isBool());
    return value.asBool();
  }
  template <class Integer>
  static Integer integer(const Value& value) {
    if constexpr (std::is_signed_v<Integer>) {
      require(value.isInt64() && std::in_range<Integer>(value.asInt64()));
      return static_cast<Integer>(value.asInt64());
    } else {
      require(value.isUInt64() && std::in_range<Integer>(value.asUInt64()));
      return static_cast<Integer>(value.asUInt64());
    }
  }
  static double number(const Value& value) {
    require(value.isNumeric());
    return value.asDouble();
  }
  static std::string_view text(const Value& value) {
    const char *begin = nullptr, *end = nullptr;
    require(value.getString(&begin, &end));
    return {begin, end};
  }
  static std::size_t size(const Value& value) {
    require(value.isArray());
    return value.size();
  }
  static void for_each_item(const Value& value, auto&& f) {
    require(value.isArray());
    for (const Value& item : value) f(item);
  }
  static void for_each_member(const Value& value, auto&& f) {
    require(value.isObject());
    for (auto at = value.begin(); at != value.end(); ++at) {
      const char* end = nullptr;
      const char* begin = at.memberName(&end);
      f(std::string_view(begin, end), *at);
    }
  }

 private:
  static Json::CharReader* make_reader() {
    Json::CharReaderBuilder builder;
    Json::CharReaderBuilder::strictMode(&builder.settings_);
    builder["strictRoot"] = false;
    builder["rejectDupKeys"] = false;
    return builder.newCharReader();
  }
  static Json::StreamWriter* make_writer() {
    Json::StreamWriterBuilder builder;
    builder["indentation"] = "";
    builder["emitUTF8"] = true;
    return builder.newStreamWriter();
  }

  std::unique_ptr<Json::CharReader> reader_{make_reader()};
  std::unique_ptr<Json::StreamWriter> writer_{make_writer()};
  BufferWriter buffer_;
  std::ostream stream_{&buffer_};
};

struct JsonCppCodec : DomCodec<JsonCpp> {
  // It writes null for NaN, and 1e+9999 for infinity, which it does not read.
  static std::string explain(const Root& value) {
    return has_non_finite(value) ? "NaN and infinities" : "";
  }
};

}  // namespace serbench
