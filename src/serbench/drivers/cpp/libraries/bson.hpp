// BSON of described types by libbson: written with bson_append_*, read with bson_iter_t. Enums are
// the names of their symbols; an absent field is left out, an absent item or entry is null, as is a
// field that tells null from absent.
#pragma once

#include <bson/bson.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "serbench/access.hpp"
#include "serbench/fields.hpp"
#include "serbench/runner.hpp"

namespace serbench::bson {

inline constexpr int depth_limit = 1000;

inline void check(bool appended) {
  if (!appended) throw CannotHold("a document has less than 2 GiB");
}

inline int name_size(std::string_view name) {
  if (name.find('\0') != name.npos) throw CannotHold("the character NUL ends a name");
  return static_cast<int>(name.size());
}

template <class T>
void append_fields(bson_t* to, const T& record);

// The milliseconds of a unit of time.
template <class T>
inline constexpr std::int64_t ms_of = 1000 * T::period::num / T::period::den;

// Whether it is no date that has too many milliseconds.
template <Native T>
bool fits(const T& value) {
  if constexpr (requires { value.time_since_epoch(); }) {
    std::int64_t ms = 0;
    return !__builtin_mul_overflow(value.time_since_epoch().count(), ms_of<T>, &ms);
  }
  return true;
}

// A UUID, or a time that is a date of BSON: milliseconds since 1970 in UTC.
template <Native T>
void append_native(bson_t* to, const char* key, int size, const T& value) {
  if constexpr (requires { value.bytes; }) {
    check(bson_append_binary(to, key, size, BSON_SUBTYPE_UUID, value.bytes.data(),
                             static_cast<std::uint32_t>(value.bytes.size())));
  } else {
    if (!fits(value)) throw CannotHold("a date is milliseconds in 64 bits");
    check(bson_append_date_time(to, key, size, value.time_since_epoch().count() * ms_of<T>));
  }
}

template <class T>
void append(bson_t* to, const char* key, int size, const T& value) {
  if constexpr (Native<T>) {
    append_native(to, key, size, value);
  } else if constexpr (Converted<T>) {
    with_written(value, [&](const auto& written) { append(to, key, size, written); });
  } else if constexpr (std::same_as<T, bool>) {
    check(bson_append_bool(to, key, size, value));
  } else if constexpr (FitsInt32<T>) {
    check(bson_append_int32(to, key, size, value));
  } else if constexpr (std::is_integral_v<T>) {
    if (!std::in_range<std::int64_t>(value)) throw CannotHold("no integer is above 2^63 - 1");
    check(bson_append_int64(to, key, size, static_cast<std::int64_t>(value)));
  } else if constexpr (std::is_floating_point_v<T>) {
    check(bson_append_double(to, key, size, value));
  } else if constexpr (String<T>) {
    if (!std::in_range<int>(value.size())) throw CannotHold("a text has less than 2 GiB");
    check(bson_append_utf8(to, key, size, value.data(), static_cast<int>(value.size())));
  } else if constexpr (ByteString<T>) {
    if (!std::in_range<std::int32_t>(value.size())) throw CannotHold("bytes are less than 2 GiB");
    check(bson_append_binary(to, key, size, BSON_SUBTYPE_BINARY, value.data(),
                             static_cast<std::uint32_t>(value.size())));
  } else if constexpr (Enum<T>) {
    const std::string_view name = wire_names<T>.at(static_cast<std::size_t>(value));
    check(bson_append_utf8(to, key, size, name.data(), static_cast<int>(name.size())));
  } else if constexpr (Optional<T>) {
    value ? append(to, key, size, *value) : check(bson_append_null(to, key, size));
  } else if constexpr (List<T>) {
    bson_t list;
    check(bson_append_array_begin(to, key, size, &list));
    std::uint32_t i = 0;
    for (const typename T::value_type& item : value) {
      char digits[16];
      const char* place = nullptr;
      const std::size_t length = bson_uint32_to_string(i++, &place, digits, sizeof digits);
      append(&list, place, static_cast<int>(length), item);
    }
    check(bson_append_array_end(to, &list));
  } else {
    bson_t document;
    check(bson_append_document_begin(to, key, size, &document));
    append_fields(&document, value);
    check(bson_append_document_end(to, &document));
  }
}

// The fields of a record or the entries of a map.
template <class T>
void append_fields(bson_t* to, const T& value) {
  if constexpr (Map<T>) {
    for (const auto& [key, item] : value) append(to, key.data(), name_size(key), item);
  } else {
    for_each_field(value, [&]<class M>(std::string_view name, const M& member) {
      if constexpr (MayBeAbsent<M>) {
        if (member) append(to, name.data(), name_size(name), told(*member));
      } else if constexpr (Optional<M>) {
        if (member) append(to, name.data(), name_size(name), *member);
      } else {
        append(to, name.data(), name_size(name), member);
      }
    });
  }
}

[[noreturn]] inline void refuse(const bson_iter_t& at, const char* wanted) {
  throw std::runtime_error(std::string(bson_iter_key(&at)) + " is no " + wanted);
}

inline std::string_view key_of(const bson_iter_t& at) {
  return {bson_iter_key(&at), bson_iter_key_len(&at)};
}

// An iterator before the first element of the document or array at `at`, or of the bytes.
inline bson_iter_t inside(const bson_iter_t& at) {
  bson_iter_t element;
  if (!bson_iter_recurse(&at, &element)) refuse(at, "document");
  return element;
}
inline bson_iter_t inside(std::span<const std::byte> bytes) {
  bson_iter_t element;
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  if (!bson_iter_init_from_data(&element, data, bytes.size())) {
    throw std::runtime_error("the bytes are no document");
  }
  return element;
}

// Calls f with an iterator at each element of a document or array. Here and below, `at` is an
// iterator, or the bytes of the whole document.
template <class F>
void for_each_element(const auto& at, F&& f) {
  bson_iter_t element = inside(at);
  while (bson_iter_next(&element)) f(element);
  if (element.err_off != 0) throw std::runtime_error("the document is corrupt");
}

template <class T>
concept Simple = Leaf<T> || String<T> || ByteString<T>;

inline bson_type_t type_at(const bson_iter_t& at) {
  return bson_iter_type_unsafe(&at);
}

inline void require(const bson_iter_t& at, bson_type_t type, const char* wanted) {
  if (type_at(at) != type) [[unlikely]]
    refuse(at, wanted);
}

inline std::string_view text_at(const bson_iter_t& at) {
  require(at, BSON_TYPE_UTF8, "text");
  std::size_t size = 0;
  const char* data = bson_iter_utf8_unsafe(&at, &size);
  return {data, size};
}

template <class T>
T integer_at(const bson_iter_t& at) {
  std::int64_t number = 0;
  if (type_at(at) == BSON_TYPE_INT64) {
    number = bson_iter_int64_unsafe(&at);
  } else {
    require(at, BSON_TYPE_INT32, "integer");
    number = bson_iter_int32_unsafe(&at);
  }
  if (!std::in_range<T>(number)) refuse(at, "integer of its type");
  return static_cast<T>(number);
}

// A leaf; text and bytes as views of the document. What libbson calls unsafe only leaves out the
// look at the type, which is looked at here: bson_iter_next has looked at the bounds.
template <Simple T>
auto leaf(const bson_iter_t& at) {
  if constexpr (std::same_as<T, bool>) {
    require(at, BSON_TYPE_BOOL, "bool");
    return bson_iter_bool_unsafe(&at);
  } else if constexpr (std::is_integral_v<T>) {
    return integer_at<T>(at);
  } else if constexpr (std::is_floating_point_v<T>) {
    require(at, BSON_TYPE_DOUBLE, "double");
    return static_cast<T>(bson_iter_double_unsafe(&at));
  } else if constexpr (ByteString<T>) {
    require(at, BSON_TYPE_BINARY, "binary");
    std::uint32_t size = 0;
    const std::uint8_t* data = nullptr;
    bson_iter_binary(&at, nullptr, &size, &data);
    return BytesView(data, size);
  } else if constexpr (Enum<T>) {
    const std::uint32_t number = names_of<T>.find(text_at(at));
    if (number == NameTable::none) refuse(at, "symbol of its enum");
    return static_cast<T>(number);
  } else {
    return text_at(at);
  }
}

template <Native T>
void get_native(const bson_iter_t& at, T& value) {
  if constexpr (requires { value.bytes; }) {
    const BytesView bytes = leaf<BytesView>(at);
    if (bytes.size() != value.bytes.size()) refuse(at, "UUID");
    std::copy(bytes.begin(), bytes.end(), value.bytes.begin());
  } else {
    require(at, BSON_TYPE_DATE_TIME, "date");
    const std::int64_t ms = bson_iter_date_time(&at);
    if (ms % ms_of<T> != 0) refuse(at, "whole number of its unit");
    value = T(typename T::duration(ms / ms_of<T>));
  }
}

template <class T>
void get(const auto& at, T& value, int depth);

template <Described T>
void get_record(const auto& at, T& record, int depth) {
  if (depth == depth_limit) throw std::runtime_error("documents lie too deep in one another");
  FieldsByName<T> fields;
  for_each_element(at, [&](const bson_iter_t& element) {
    fields.with(key_of(element), [&](auto i) { get(element, record.*member_of<T, i>, depth + 1); });
  });
  fields.require_all();
}

// Into a new object: a plain value, or a view that borrows from the document.
template <class T>
void get(const auto& at, T& value, int depth) {
  if constexpr (Native<T>) {
    get_native(at, value);
  } else if constexpr (Converted<T>) {
    set_written(value, leaf<WrittenFor<T>>(at));
  } else if constexpr (Simple<T>) {
    const auto found = leaf<T>(at);
    if constexpr (std::same_as<T, Bytes>) {
      value.assign(found.begin(), found.end());
    } else {
      value = found;
    }
  } else if constexpr (MayBeAbsent<T>) {
    get(at, told(value.emplace()), depth);
  } else if constexpr (Optional<T>) {
    if (type_at(at) != BSON_TYPE_NULL) get(at, value.emplace(), depth);
  } else if constexpr (Described<T>) {
    get_record(at, value, depth);
  } else if constexpr (Map<T>) {
    for_each_element(at, [&](const bson_iter_t& entry) {
      const typename T::key_type key(key_of(entry));
      get(entry, value.try_emplace(value.end(), key)->second, depth);
    });
  } else if constexpr (std::same_as<T, std::vector<bool>>) {
    for_each_element(at, [&](const bson_iter_t& item) { value.push_back(leaf<bool>(item)); });
  } else {
    for_each_element(at, [&](const bson_iter_t& element) {
      add_item(value, [&](auto& item) { get(element, item, depth); });
    });
  }
}

// The visit sum of what lies at `at`, by iterating.
template <class T>
std::uint64_t sum(const auto& at) {
  std::uint64_t total = 0;
  if constexpr (Native<T>) {
    T value{};
    get_native(at, value);
    total = logical_sum(value);
  } else if constexpr (Converted<T>) {
    total = written_sum<T>(leaf<WrittenFor<T>>(at));
  } else if constexpr (Simple<T>) {
    total = visit_sum_of(leaf<T>(at));
  } else if constexpr (MayBeAbsent<T>) {
    total = 1 + sum<ToldOf<T>>(at);
  } else if constexpr (Optional<T>) {
    if (type_at(at) != BSON_TYPE_NULL) total = 1 + sum<typename T::value_type>(at);
  } else if constexpr (Described<T>) {
    FieldsByName<T> fields;
    for_each_element(at, [&](const bson_iter_t& element) {
      fields.with(key_of(element), [&](auto i) {
        using Field = field_type<T, decltype(i)::value>;
        total += sum<Field>(element);
      });
    });
  } else if constexpr (Map<T>) {
    for_each_element(at, [&](const bson_iter_t& entry) {
      total += 1 + text_sum(key_of(entry)) + sum<typename T::mapped_type>(entry);
    });
  } else {
    for_each_element(
        at, [&](const bson_iter_t& item) { total += 1 + sum<typename T::value_type>(item); });
  }
  return total;
}

// What lies at the end of the path from `at`, or 0: other elements are stepped over.
template <class T>
std::uint64_t sum_at(Path<>, const bson_iter_t& at);
template <class T, class... Rest>
std::uint64_t sum_at(Path<IfPresent, Rest...>, const bson_iter_t& at);
template <class T, class... Rest>
std::uint64_t sum_at(Path<LastItem, Rest...>, const bson_iter_t& at);
template <class T, std::size_t I, class... Rest>
std::uint64_t sum_at(Path<FieldStep<I>, Rest...>, const auto& at);

template <class T>
std::uint64_t sum_at(Path<>, const bson_iter_t& at) {
  return sum<T>(at);
}
template <class T, std::size_t I, class... Rest>
std::uint64_t sum_at(Path<FieldStep<I>, Rest...>, const auto& at) {
  if constexpr (tells_absent<T>) {
    return sum_at<field_type<T, I>>(Path<Rest...>(), at);
  } else {
    constexpr std::string_view name = wire_names<T>[I];
    bson_iter_t field = inside(at);
    if (!bson_iter_find_w_len(&field, name.data(), static_cast<int>(name.size()))) return 0;
    return sum_at<field_type<T, I>>(Path<Rest...>(), field);
  }
}
template <class T, class... Rest>
std::uint64_t sum_at(Path<IfPresent, Rest...>, const bson_iter_t& at) {
  if (type_at(at) == BSON_TYPE_NULL) return 0;
  return sum_at<typename T::value_type>(Path<Rest...>(), at);
}
template <class T, class... Rest>
std::uint64_t sum_at(Path<LastItem, Rest...>, const bson_iter_t& at) {
  bson_iter_t last;
  bool any = false;
  for_each_element(at, [&](const bson_iter_t& item) { last = item, any = true; });
  return any ? sum_at<typename T::value_type>(Path<Rest...>(), last) : 0;
}

}  // namespace serbench::bson
