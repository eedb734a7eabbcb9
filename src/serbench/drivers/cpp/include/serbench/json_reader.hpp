// Reads JSON into described types: a RapidJSON SAX handler with a stack of frames, driven by the
// tables of json_type.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "serbench/json_type.hpp"
#include "serbench/rapidjson.hpp"

namespace serbench {

// Text that is not JSON, or JSON that does not fit the type: `$.user.id: 4294967296 is not a u32`.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// JSON that fits the type, with a value that its C++ type cannot hold.
struct JsonBeyond : JsonError {
  using JsonError::JsonError;
};

// How deep arrays and objects may lie in one another. RapidJSON's parser calls itself for each.
inline constexpr std::size_t json_depth_limit = 1000;

// A working set's lines have the texts "NaN", "Infinity" and "-Infinity" for floats, and logical types
// lowered. A codec's have neither: logical types are their canonical texts. A field that tells absent
// from null is a record to a working set; a codec may leave it out (MayBeAbsent).
enum class JsonOf : bool { working_set, codec };

// Keeps its stacks from one text to the next.
class JsonReader {
 public:
  explicit JsonReader(JsonOf of = JsonOf::working_set) : of_(of) {}

  // Reads a text, which a zero byte must follow, into a new object. Every field of a record must be
  // there once and no other; a null is an absent optional. Throws JsonError, and of a value that its
  // C++ type cannot hold JsonBeyond.
  template <class T>
  void read(std::string_view text, T& value) {
    parse(text, json_type<T>, &value);
  }

  // As read, and refuses text that is not UTF-8.
  template <class T>
  void read_checked(std::string_view text, T& value) {
    check_utf8(text);
    parse(text, json_type<T>, &value);
  }

  // RapidJSON's handler. Each returns false to end the parse.
  bool Null();
  bool Bool(bool value);
  bool Int(int value) { return Int64(value); }
  bool Uint(unsigned value) { return Uint64(value); }
  bool Int64(std::int64_t value);
  bool Uint64(std::uint64_t value);
  bool Double(double value);
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return false; }  // not asked for
  bool String(const char* text, rapidjson::SizeType size, bool);
  bool Key(const char* text, rapidjson::SizeType size, bool);
  bool StartObject();
  bool EndObject(rapidjson::SizeType) { return end(); }
  bool StartArray();
  bool EndArray(rapidjson::SizeType) { return end(); }

 private:
  struct Place {
    const JsonType* type;
    void* object;
  };
  // An object or array that is open.
  struct Frame {
    const JsonType* type;
    void* object;
    std::size_t count = 0;             // fields, items or entries begun
    std::size_t seen = 0;              // record: where its bits lie in seen_
    std::uint32_t field = 0;           // record: the place of the last key
    const std::string* key = nullptr;  // map: the last key
  };

  // Not by RapidJSON's validating parser: a second one beside the first keeps the compiler from
  // putting what both call into them, and the first then takes a fifth longer.
  static void check_utf8(std::string_view text);
  void parse(std::string_view text, const JsonType& type, void* object);
  bool may_be_absent(const JsonType& field) const;
  Place next();
  Place next_value(JsonShape shape);
  bool open(Place place);
  bool end();
  bool put_entry();
  bool refuse(const std::string& cause);
  bool wrong(const JsonType& type, const std::string& found);
  template <class Number>
  bool number(Number value);
  template <class Number>
  [[gnu::noinline]] bool other_number(Number value);
  [[gnu::noinline]] bool other_string(std::string_view value);
  [[gnu::noinline]] bool logical_count(Place place, std::int64_t count);
  [[gnu::noinline]] bool logical_text(Place place, std::string_view text);
  template <class Float>
  bool names_float(std::string_view text, void* value) const;
  std::string path() const;

  rapidjson::Reader reader_;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> seen_;  // a bit for each field of the records that are open
  Place pending_{};                  // where the next value goes, unless a list is open
  JsonType::Kind items_{};           // of the list that is open; `record` where none is
  std::string error_;
  bool is_beyond_ = false;  // the error is that a C++ type cannot hold the value
  // Looked at only where a text stands in place of a float, or at a logical type.
  JsonOf of_;
  // Those that are open, which no map has yet.
  std::vector<std::shared_ptr<void>> entries_;
};

}  // namespace serbench
