#include "serbench/json_reader.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "serbench/base64.hpp"
#include "serbench/text.hpp"

namespace serbench {
namespace {

using Kind = JsonType::Kind;

// What a kind is called in messages, in the order of JsonType::Kind.
constexpr std::array<const char*, 22> words = {
    "a bool",         "a bool", "an i8",    "an i16",   "an i32",
    "an i64",         "a u8",   "a u16",    "a u32",    "a u64",
    "an f32",         "an f64", "a string", "bytes",    "a symbol of its enum",
    "a value",        "a list", "a map",    "a record", "a variant of its union",
    "a logical type", "a map"};

std::string word(const JsonType& type) {
  if (type.reading != nullptr) return "a value of " + type.reading->word();
  return words[static_cast<std::size_t>(type.kind)];
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string out = '"' + std::string(text.substr(0, longest));
  return out + (text.size() > longest ? "..." : "\"");
}

Kind items_of(const JsonType& type) {
  return type.kind == Kind::list ? type.item->kind : Kind::record;
}

template <class Integer, class Number>
bool store(void* object, Number value) {
  if constexpr (std::is_integral_v<Number>) {
    if (!std::in_range<Integer>(value)) return false;
    *static_cast<Integer*>(object) = static_cast<Integer>(value);
    return true;
  } else {
    return false;  // a fraction or an exponent
  }
}

// Onto a std::vector of items of that type.
template <class Item, class Number>
bool push(void* list, Number value) {
  if constexpr (std::is_same_v<Item, double>) {
    static_cast<std::vector<double>*>(list)->push_back(static_cast<double>(value));
    return true;
  } else {
    Item item;
    if (!store<Item>(&item, value)) return false;
    static_cast<std::vector<Item>*>(list)->push_back(item);
    return true;
  }
}

// Whether a number could be pushed onto the list: those with many items, which need not take the
// way over `add` for each of them.
template <class Number>
[[gnu::always_inline]] inline bool push_number(Kind item, void* list, Number value) {
  switch (item) {
    case Kind::i8:
      return push<std::int8_t>(list, value);
    case Kind::i16:
      return push<std::int16_t>(list, value);
    case Kind::i32:
      return push<std::int32_t>(list, value);
    case Kind::i64:
      return push<std::int64_t>(list, value);
    case Kind::u8:
      return push<std::uint8_t>(list, value);
    case Kind::u16:
      return push<std::uint16_t>(list, value);
    case Kind::u32:
      return push<std::uint32_t>(list, value);
    case Kind::u64:
      return push<std::uint64_t>(list, value);
    case Kind::f64:
      return push<double>(list, value);
    default:
      return false;
  }
}

}  // namespace

void JsonReader::check_utf8(std::string_view text) {
  const std::size_t good = utf8_bytes(text);
  if (good != text.size()) throw JsonError("$: no UTF-8 (byte " + std::to_string(good) + ")");
}

void JsonReader::parse(std::string_view text, const JsonType& type, void* object) {
  frames_.clear();
  seen_.clear();
  entries_.clear();
  error_.clear();
  is_beyond_ = false;
  pending_ = {&type, object};
  items_ = Kind::record;
  rapidjson::StringStream stream(text.data());
  const rapidjson::ParseResult result =
      reader_.Parse<rapidjson::kParseFullPrecisionFlag>(stream, *this);
  if (result.IsError()) {
    if (error_.empty()) {
      error_ = path() + ": " + rapidjson::GetParseError_En(result.Code()) + " (byte " +
               std::to_string(result.Offset()) + ")";
    }
    if (is_beyond_) throw JsonBeyond(error_);
    throw JsonError(error_);
  }
  if (stream.Tell() != text.size()) {
    throw JsonError("$: a zero byte in the text (byte " + std::to_string(stream.Tell()) + ")");
  }
}

bool JsonReader::may_be_absent(const JsonType& field) const {
  return field.may_be_absent && of_ == JsonOf::codec;
}

JsonReader::Place JsonReader::next() {
  if (frames_.empty()) return pending_;
  Frame& frame = frames_.back();
  if (frame.type->kind == Kind::list) {
    ++frame.count;
    return {frame.type->item, frame.type->add(frame.object)};
  }
  if (frame.type->kind == Kind::entries) {
    ++frame.count;
    entries_.push_back(frame.type->make_entry());
    return {frame.type->item, entries_.back().get()};
  }
  return pending_;
}

JsonReader::Place JsonReader::next_value(JsonShape shape) {
  Place place = next();
  if (place.type->kind == Kind::optional) {
    place = {place.type->item, place.type->add(place.object)};
  }
  if (place.type->kind == Kind::variant) {
    const JsonType::Variant& variant = place.type->variants[static_cast<std::size_t>(shape)];
    if (variant.type != nullptr) place = {variant.type, variant.emplace(place.object)};
  }
  return place;
}

bool JsonReader::Null() {
  const Place place = next();
  if (place.type->kind != Kind::optional) return wrong(*place.type, "null");
  place.type->reset(place.object);
  return true;
}

bool JsonReader::Bool(bool value) {
  const Place place = next_value(JsonShape::boolean);
  if (place.type->kind == Kind::boolean) {
    *static_cast<bool*>(place.object) = value;
  } else if (place.type->kind == Kind::bool_list_item) {
    static_cast<std::vector<bool>*>(place.object)->back() = value;
  } else {
    return wrong(*place.type, value ? "true" : "false");
  }
  return true;
}

// The items of lists are most of what there is in a text: they are put into the parser's loop, all
// else is called.
template <class Number>
[[gnu::always_inline]] inline bool JsonReader::number(Number value) {
  if (items_ != Kind::record && push_number(items_, frames_.back().object, value)) {
    ++frames_.back().count;
    return true;
  }
  return other_number(value);
}

template <class Number>
bool JsonReader::other_number(Number value) {
  const Place place = next_value(JsonShape::number);
  switch (place.type->kind) {
    case Kind::i8:
      if (store<std::int8_t>(place.object, value)) return true;
      break;
    case Kind::i16:
      if (store<std::int16_t>(place.object, value)) return true;
      break;
    case Kind::i32:
      if (store<std::int32_t>(place.object, value)) return true;
      break;
    case Kind::i64:
      if (store<std::int64_t>(place.object, value)) return true;
      break;
    case Kind::u8:
      if (store<std::uint8_t>(place.object, value)) return true;
      break;
    case Kind::u16:
      if (store<std::uint16_t>(place.object, value)) return true;
      break;
    case Kind::u32:
      if (store<std::uint32_t>(place.object, value)) return true;
      break;
    case Kind::u64:
      if (store<std::uint64_t>(place.object, value)) return true;
      break;
    case Kind::f64:
      *static_cast<double*>(place.object) = static_cast<double>(value);
      return true;
    case Kind::f32: {
      const auto rounded = static_cast<float>(static_cast<double>(value));
      if (!std::isfinite(rounded)) break;
      *static_cast<float*>(place.object) = rounded;
      return true;
    }
    case Kind::logical:
      if constexpr (std::is_integral_v<Number>) {
        if (std::in_range<std::int64_t>(value)) {
          return logical_count(place, static_cast<std::int64_t>(value));
        }
      }
      break;
    default:
      break;
  }
  if constexpr (std::is_integral_v<Number>) return wrong(*place.type, std::to_string(value));
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.17g", static_cast<double>(value));
  return wrong(*place.type, digits);
}

[[gnu::always_inline]] inline bool JsonReader::Int64(std::int64_t value) {
  return number(value);
}
[[gnu::always_inline]] inline bool JsonReader::Uint64(std::uint64_t value) {
  return number(value);
}
bool JsonReader::Double(double value) {
  return number(value);
}

[[gnu::always_inline]] inline bool JsonReader::String(const char* text, rapidjson::SizeType size,
                                                      bool) {
  if (items_ == Kind::string) {
    Frame& list = frames_.back();
    static_cast<std::vector<std::string>*>(list.object)->emplace_back(text, size);
    ++list.count;
    return true;
  }
  return other_string({text, size});
}

// Whether the text is one of the three that stand for floats that JSON has no number for.
template <class Float>
bool JsonReader::names_float(std::string_view text, void* value) const {
  using Limits = std::numeric_limits<Float>;
  Float named;
  if (of_ == JsonOf::codec) {
    return false;
  } else if (text == "NaN") {
    named = Limits::quiet_NaN();
  } else if (text == "Infinity") {
    named = Limits::infinity();
  } else if (text == "-Infinity") {
    named = -Limits::infinity();
  } else {
    return false;
  }
  *static_cast<Float*>(value) = named;
  return true;
}

bool JsonReader::other_string(std::string_view value) {
  const Place place = next_value(JsonShape::string);
  switch (place.type->kind) {
    case Kind::string:
      static_cast<std::string*>(place.object)->assign(value);
      return true;
    case Kind::bytes:
      if (base64_decode(value, *static_cast<Bytes*>(place.object))) return true;
      return refuse("the text is not base64");
    case Kind::f64:
      if (names_float<double>(value, place.object)) return true;
      break;
    case Kind::f32:
      if (names_float<float>(value, place.object)) return true;
      break;
    case Kind::enumeration: {
      const std::uint32_t number = place.type->names->find(value);
      if (number == NameTable::none) break;
      std::memcpy(place.object, &number, sizeof number);  // an enum over std::uint32_t
      return true;
    }
    case Kind::logical:
      return logical_text(place, value);
    default:
      break;
  }
  return wrong(*place.type, quoted(value));
}

bool JsonReader::logical_count(Place place, std::int64_t count) {
  const JsonType::Reading& reading = *place.type->reading;
  if (of_ == JsonOf::codec || reading.is_lowered_to_text) {
    return wrong(*place.type, std::to_string(count));
  }
  try {
    reading.from_count(place.object, count);
    return true;
  } catch (const std::runtime_error&) {
    return wrong(*place.type, std::to_string(count));
  }
}

bool JsonReader::logical_text(Place place, std::string_view text) {
  const JsonType::Reading& reading = *place.type->reading;
  if (of_ == JsonOf::working_set && !reading.is_lowered_to_text) {
    return wrong(*place.type, quoted(text));
  }
  try {
    reading.from_text(place.object, text);
    return true;
  } catch (const BeyondType&) {
    is_beyond_ = true;
    return refuse(quoted(text) + " is beyond C++'s type for " + reading.word() +
                  ", whose counts have 64 bits; --plain-types measures it as plain values");
  } catch (const std::runtime_error&) {
    return wrong(*place.type, quoted(text));
  }
}

bool JsonReader::Key(const char* text, rapidjson::SizeType size, bool) {
  Frame& frame = frames_.back();
  const std::string_view key(text, size);
  if (frame.type->kind == Kind::map) {
    const JsonType::Entry entry = frame.type->insert(frame.object, key);
    ++frame.count;
    frame.key = entry.key;
    if (entry.value == nullptr) return refuse("the key stands twice in the map");
    pending_ = {frame.type->item, entry.value};
    return true;
  }
  // Whoever writes records writes their fields in order; `none` + 1 is the first.
  frame.field = frame.type->names->find(key, frame.field + 1);
  if (frame.field == NameTable::none) return refuse("there is no field " + quoted(key));
  std::uint64_t& word = seen_[frame.seen + frame.field / 64];
  const std::uint64_t bit = std::uint64_t{1} << frame.field % 64;
  if ((word & bit) != 0) return refuse("the field stands twice in the record");
  word |= bit;
  ++frame.count;
  const JsonType::Field& field = frame.type->fields[frame.field];
  pending_ = {field.type, static_cast<char*>(frame.object) + field.offset};
  if (may_be_absent(*field.type)) {
    const JsonType::Field& told = field.type->item->fields[0];
    pending_ = {told.type, static_cast<char*>(field.type->add(pending_.object)) + told.offset};
  }
  return true;
}

bool JsonReader::StartObject() {
  const Place place = next_value(JsonShape::object);
  if (place.type->kind != Kind::record && place.type->kind != Kind::map) {
    return wrong(*place.type, "an object");
  }
  return open(place);
}

bool JsonReader::StartArray() {
  const Place place = next_value(JsonShape::array);
  if (place.type->kind != Kind::list && place.type->kind != Kind::entries) {
    return wrong(*place.type, "an array");
  }
  return open(place);
}

bool JsonReader::open(Place place) {
  if (frames_.size() == json_depth_limit) {
    return refuse("arrays and objects lie deeper than " + std::to_string(json_depth_limit));
  }
  frames_.push_back({place.type, place.object});
  items_ = items_of(*place.type);
  if (place.type->kind == Kind::record) {
    frames_.back().field = NameTable::none;
    frames_.back().seen = seen_.size();
    seen_.resize(seen_.size() + (place.type->names->names().size() + 63) / 64);
  }
  return true;
}

bool JsonReader::end() {
  const Frame frame = frames_.back();
  if (frame.type->kind == Kind::record) {
    const auto names = frame.type->names->names();
    if (frame.count != names.size()) {
      std::size_t missing = 0;
      const auto is_there = [&] {
        return (seen_[frame.seen + missing / 64] >> missing % 64 & 1) != 0;
      };
      while (missing < names.size() &&
             (is_there() || may_be_absent(*frame.type->fields[missing].type))) {
        ++missing;
      }
      if (missing < names.size()) {
        frames_.back().field = static_cast<std::uint32_t>(missing);
        return refuse("the field is missing");
      }
    }
    seen_.resize(frame.seen);
  }
  frames_.pop_back();
  if (!entries_.empty() && entries_.back().get() == frame.object && !put_entry()) return false;
  items_ = frames_.empty() ? Kind::record : items_of(*frames_.back().type);
  return true;
}

// The entry that has been read into the map that is open.
bool JsonReader::put_entry() {
  const Frame& map = frames_.back();
  const bool is_new = map.type->put_entry(map.object, entries_.back().get());
  entries_.pop_back();
  return is_new || refuse("the key stands twice in the map");
}

bool JsonReader::refuse(const std::string& cause) {
  error_ = path() + ": " + cause;
  return false;
}

bool JsonReader::wrong(const JsonType& type, const std::string& found) {
  return refuse(found + " is not " + word(type));
}

std::string JsonReader::path() const {
  std::string out = "$";
  for (const Frame& frame : frames_) {
    const bool has_items = frame.type->kind == Kind::list || frame.type->kind == Kind::entries;
    if (has_items && frame.count != 0) {
      out += '[';
      out += std::to_string(frame.count - 1);
      out += ']';
    } else if (frame.type->kind == Kind::map && frame.key != nullptr) {
      out += '.';
      out += *frame.key;
    } else if (frame.type->kind == Kind::record && frame.field != NameTable::none) {
      out += '.';
      out += frame.type->names->names()[frame.field];
    }
  }
  return out;
}

}  // namespace serbench
