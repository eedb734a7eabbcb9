// The described types as tables, for a JSON reader that is compiled once for all schemas.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "serbench/describe.hpp"
#include "serbench/name_table.hpp"

namespace serbench {

struct JsonType {
  enum class Kind : std::uint8_t {
    boolean,
    bool_list_item,  // std::vector<bool> has no addressable items: the object is the list
    i8,
    i16,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
    f32,
    f64,
    string,
    bytes,
    enumeration,
    optional,
    list,
    map,
    record,
    variant,
    logical,
    entries  // a map whose keys are no text, from the list of its entries
  };
  struct Field {
    std::size_t offset;
    const JsonType* type;
  };

  struct Entry {
    const std::string* key;
    void* value;  // null if the key was there already
  };

  // A union's, by what it is in JSON.
  struct Variant {
    const JsonType* type;
    void* (*emplace)(void* object);
  };

  // How a logical type is read. Each throws if that is none of its values.
  struct Reading {
    bool is_lowered_to_text;
    void (*from_count)(void* object, std::int64_t count);  // if it is not
    void (*from_text)(void* object, std::string_view text);
    std::string (*word)();
  };

  Kind kind;
  const JsonType* item = nullptr;         // optional, list, map
  void* (*add)(void* object) = nullptr;   // optional, list: makes an item and says where
  void (*reset)(void* object) = nullptr;  // optional
  Entry (*insert)(void* map, std::string_view key) = nullptr;
  const NameTable* names = nullptr;   // enumeration, record
  const Field* fields = nullptr;      // record, in the order of names
  std::array<Variant, 5> variants{};  // union, by JsonShape; null where it has none
  const Reading* reading = nullptr;   // logical
  bool may_be_absent = false;         // optional: of a codec that then leaves the field out

  // Of entries, which are items: the second is false if the key is there already.
  std::shared_ptr<void> (*make_entry)() = nullptr;
  bool (*put_entry)(void* map, void* entry) = nullptr;
};

template <class T>
struct JsonTypeOf;
template <class T>
inline const JsonType json_type = JsonTypeOf<T>::make();

template <class T>
inline const NameTable name_table{wire_names<T>};

// Offsets are measured on an object, which holds for any class, as offsetof does not.
template <class T>
std::array<JsonType::Field, wire_names<T>.size()> make_json_fields() {
  std::array<JsonType::Field, wire_names<T>.size()> fields{};
  const T object{};
  std::size_t i = 0;
  for_each_field(object, [&]<class M>(std::string_view, const M& member) {
    const auto offset =
        reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&object);
    fields[i++] = {static_cast<std::size_t>(offset), &json_type<M>};
  });
  return fields;
}
template <class T>
inline const std::array<JsonType::Field, wire_names<T>.size()> json_fields = make_json_fields<T>();

template <JsonType::Kind kind>
struct JsonScalar {
  static constexpr JsonType make() { return {.kind = kind}; }
};
template <>
struct JsonTypeOf<bool> : JsonScalar<JsonType::Kind::boolean> {};
template <>
struct JsonTypeOf<std::int8_t> : JsonScalar<JsonType::Kind::i8> {};
template <>
struct JsonTypeOf<std::int16_t> : JsonScalar<JsonType::Kind::i16> {};
template <>
struct JsonTypeOf<std::int32_t> : JsonScalar<JsonType::Kind::i32> {};
template <>
struct JsonTypeOf<std::int64_t> : JsonScalar<JsonType::Kind::i64> {};
template <>
struct JsonTypeOf<std::uint8_t> : JsonScalar<JsonType::Kind::u8> {};
template <>
struct JsonTypeOf<std::uint16_t> : JsonScalar<JsonType::Kind::u16> {};
template <>
struct JsonTypeOf<std::uint32_t> : JsonScalar<JsonType::Kind::u32> {};
template <>
struct JsonTypeOf<std::uint64_t> : JsonScalar<JsonType::Kind::u64> {};
template <>
struct JsonTypeOf<float> : JsonScalar<JsonType::Kind::f32> {};
template <>
struct JsonTypeOf<double> : JsonScalar<JsonType::Kind::f64> {};
template <>
struct JsonTypeOf<std::string> : JsonScalar<JsonType::Kind::string> {};
template <>
struct JsonTypeOf<Bytes> : JsonScalar<JsonType::Kind::bytes> {};

template <Logical T>
inline constexpr JsonType::Reading json_reading{
    .is_lowered_to_text = LogicalType<T>::lowered_is_text,
    .from_count =
        [](void* object, std::int64_t count) {
          if constexpr (!LogicalType<T>::lowered_is_text) {
            using Count = typename LogicalType<T>::Count;
            if (!std::in_range<Count>(count)) throw std::runtime_error("a count beyond its type");
            LogicalType<T>::from_count(static_cast<Count>(count), *static_cast<T*>(object));
          }
        },
    .from_text =
        [](void* object, std::string_view text) {
          LogicalType<T>::from_text(text, *static_cast<T*>(object));
        },
    .word = &LogicalType<T>::word};

template <Logical T>
struct JsonTypeOf<T> {
  static JsonType make() { return {.kind = JsonType::Kind::logical, .reading = &json_reading<T>}; }
};

template <Enum T>
struct JsonTypeOf<T> {
  static JsonType make() { return {.kind = JsonType::Kind::enumeration, .names = &name_table<T>}; }
};

template <Optional T>
struct JsonTypeOf<T> {
  static JsonType make() {
    return {.kind = JsonType::Kind::optional,
            .item = &json_type<typename T::value_type>,
            .add = [](void* object) -> void* { return &static_cast<T*>(object)->emplace(); },
            .reset = [](void* object) { static_cast<T*>(object)->reset(); },
            .may_be_absent = MayBeAbsent<T>};
  }
};

inline const JsonType json_bool_list_item{.kind = JsonType::Kind::bool_list_item};

template <>
struct JsonTypeOf<std::vector<bool>> {
  static JsonType make() {
    return {.kind = JsonType::Kind::list, .item = &json_bool_list_item, .add = [](void* object) {
              static_cast<std::vector<bool>*>(object)->push_back(false);
              return object;
            }};
  }
};

template <List T>
requires(!AnyMap<T>) struct JsonTypeOf<T> {
  static JsonType make() {
    return {.kind = JsonType::Kind::list,
            .item = &json_type<typename T::value_type>,
            .add = [](void* object) -> void* { return &static_cast<T*>(object)->emplace_back(); }};
  }
};

template <Map T>
struct JsonTypeOf<T> {
  static JsonType make() {
    return {.kind = JsonType::Kind::map,
            .item = &json_type<typename T::mapped_type>,
            .insert = [](void* map, std::string_view key) -> JsonType::Entry {
              auto [place, is_new] = static_cast<T*>(map)->try_emplace(std::string(key));
              return {&place->first, is_new ? &place->second : nullptr};
            }};
  }
};

template <class K, class V>
struct JsonTypeOf<std::pair<K, V>> {
  static JsonType make() {
    return {.kind = JsonType::Kind::record,
            .names = &name_table<std::pair<K, V>>,
            .fields = fields.data()};
  }

 private:
  static std::array<JsonType::Field, 2> make_fields() {
    const std::pair<K, V> entry{};
    const auto place = [&](const auto& member) {
      const auto offset =
          reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&entry);
      return static_cast<std::size_t>(offset);
    };
    return {{{place(entry.first), &json_type<K>}, {place(entry.second), &json_type<V>}}};
  }
  static inline const std::array<JsonType::Field, 2> fields = make_fields();
};

template <class T>
requires(AnyMap<T> && !Map<T>) struct JsonTypeOf<T> {
  using Entry = std::pair<typename T::key_type, typename T::mapped_type>;

  static JsonType make() {
    return {
        .kind = JsonType::Kind::entries,
        .item = &json_type<Entry>,
        .make_entry = []() -> std::shared_ptr<void> { return std::make_shared<Entry>(); },
        .put_entry =
            [](void* map, void* entry) {
              return static_cast<T*>(map)->insert(std::move(*static_cast<Entry*>(entry))).second;
            }};
  }
};

template <Union T>
struct JsonTypeOf<T> {
  static JsonType make() {
    JsonType type{.kind = JsonType::Kind::variant};
    add_variants(type, std::make_index_sequence<std::variant_size_v<T>>());
    return type;
  }

 private:
  template <std::size_t... I>
  static void add_variants(JsonType& type, std::index_sequence<I...>) {
    (add_variant<std::variant_alternative_t<I, T>, I>(type), ...);
  }
  template <class V, std::size_t I>
  static void add_variant(JsonType& type) {
    type.variants[static_cast<std::size_t>(json_shape<V>())] = {
        &json_type<V>,
        [](void* object) -> void* { return &static_cast<T*>(object)->template emplace<I>(); }};
  }
};

template <Described T>
struct JsonTypeOf<T> {
  static JsonType make() {
    return {
        .kind = JsonType::Kind::record, .names = &name_table<T>, .fields = json_fields<T>.data()};
  }
};

}  // namespace serbench
