// Avro C's generic values, from and to described types.
#pragma once

// The generated types come first: avro.h has macros that members could be called like.
// clang-format off
#include "schema/types.hpp"
#include <avro.h>
// clang-format on

#include <stdexcept>
#include <string>
#include <utility>

#include "serbench/describe.hpp"
#include "serbench/runner.hpp"
#include "serbench/visit.hpp"

namespace serbench::avro_c {

inline void check(int result) {
  if (result != 0) throw std::runtime_error(avro_strerror());
}

inline avro_value_t field(const avro_value_t& record, std::size_t index) {
  avro_value_t found;
  check(avro_value_get_by_index(&record, index, &found, nullptr));
  return found;
}

inline std::size_t size_of(const avro_value_t& value) {
  std::size_t size = 0;
  check(avro_value_get_size(&value, &size));
  return size;
}

// Into a value that was reset.
template <class T>
void put(const T& value, avro_value_t& to) {
  if constexpr (Converted<T>) {
    const OwnWritten<T> written = own_written(value);  // text ends with a zero byte
    put(written, to);
  } else if constexpr (std::same_as<T, bool>) {
    check(avro_value_set_boolean(&to, value));
  } else if constexpr (FitsInt32<T>) {
    check(avro_value_set_int(&to, value));
  } else if constexpr (std::is_integral_v<T>) {
    check(avro_value_set_long(&to, static_cast<std::int64_t>(value)));
  } else if constexpr (std::same_as<T, float>) {
    check(avro_value_set_float(&to, value));
  } else if constexpr (std::same_as<T, double>) {
    check(avro_value_set_double(&to, value));
  } else if constexpr (std::same_as<T, std::string>) {
    // The size counts the zero byte at the end; nothing is written through the pointer.
    check(avro_value_set_string_len(&to, const_cast<char*>(value.c_str()), value.size() + 1));
  } else if constexpr (std::same_as<T, Bytes>) {
    // A null pointer is refused, even with nothing behind it.
    const void* bytes = value.empty() ? "" : static_cast<const void*>(value.data());
    check(avro_value_set_bytes(&to, const_cast<void*>(bytes), value.size()));
  } else if constexpr (Enum<T>) {
    check(avro_value_set_enum(&to, static_cast<int>(value)));
  } else if constexpr (Optional<T>) {
    avro_value_t branch;
    check(avro_value_set_branch(&to, value.has_value() ? 1 : 0, &branch));
    value.has_value() ? put(*value, branch) : check(avro_value_set_null(&branch));
  } else if constexpr (Described<T>) {
    std::size_t i = 0;
    for_each_field(value, [&](std::string_view, const auto& member) {
      avro_value_t at = field(to, i++);
      put(member, at);
    });
  } else if constexpr (Map<T>) {
    for (const auto& [key, item] : value) {
      if (key.find('\0') != std::string::npos) throw CannotHold("a key ends at its first NUL");
      avro_value_t at;
      check(avro_value_add(&to, key.c_str(), &at, nullptr, nullptr));
      put(item, at);
    }
  } else {
    for (const typename T::value_type& item : value) {
      avro_value_t at;
      check(avro_value_append(&to, &at, nullptr));
      put(item, at);
    }
  }
}

template <class T>
void get(const avro_value_t& from, T& value) {
  if constexpr (Converted<T>) {
    WrittenFor<T> written{};
    get(from, written);
    set_written(value, written);
  } else if constexpr (std::same_as<T, bool>) {
    int number = 0;
    check(avro_value_get_boolean(&from, &number));
    value = number != 0;
  } else if constexpr (FitsInt32<T>) {
    std::int32_t number = 0;
    check(avro_value_get_int(&from, &number));
    value = static_cast<T>(number);
  } else if constexpr (std::is_integral_v<T>) {
    std::int64_t number = 0;
    check(avro_value_get_long(&from, &number));
    value = static_cast<T>(number);
  } else if constexpr (std::same_as<T, float>) {
    check(avro_value_get_float(&from, &value));
  } else if constexpr (std::same_as<T, double>) {
    check(avro_value_get_double(&from, &value));
  } else if constexpr (String<T> || ByteString<T>) {
    const void* bytes = nullptr;
    std::size_t size = 0;
    if constexpr (String<T>) {
      const char* text = nullptr;
      check(avro_value_get_string(&from, &text, &size));
      bytes = text;
      --size;  // the zero byte at the end
    } else {
      check(avro_value_get_bytes(&from, &bytes, &size));
    }
    const auto* first = static_cast<const typename T::value_type*>(bytes);
    value = T(first, first + size);
  } else if constexpr (Enum<T>) {
    int number = 0;
    check(avro_value_get_enum(&from, &number));
    value = static_cast<T>(number);
  } else if constexpr (Optional<T>) {
    int branch = 0;
    avro_value_t there;
    check(avro_value_get_discriminant(&from, &branch));
    if (branch == 0) return;
    check(avro_value_get_current_branch(&from, &there));
    get(there, value.emplace());
  } else if constexpr (Described<T>) {
    std::size_t i = 0;
    for_each_field(value, [&](std::string_view, auto& member) { get(field(from, i++), member); });
  } else if constexpr (Map<T>) {
    const std::size_t size = size_of(from);
    for (std::size_t i = 0; i < size; ++i) {
      avro_value_t item;
      const char* key = nullptr;
      check(avro_value_get_by_index(&from, i, &item, &key));
      get(item, value.try_emplace(value.end(), key)->second);
    }
  } else if constexpr (Entries<T>) {
    std::size_t i = 0;
    fill(value, size_of(from), [&](auto& entry) { get(field(from, i++), entry); });
  } else {
    value.resize(size_of(from));
    for (std::size_t i = 0; i < value.size(); ++i) {
      if constexpr (std::same_as<T, std::vector<bool>>) {
        bool item = false;
        get(field(from, i), item);
        value[i] = item;
      } else {
        get(field(from, i), value[i]);
      }
    }
  }
}

// The visit sum of a value that has the Avro type of T.
template <class T>
std::uint64_t sum(const avro_value_t& from) {
  if constexpr (Converted<T>) {
    WrittenFor<T> written{};
    get(from, written);
    return written_sum<T>(written);
  } else if constexpr (Leaf<T>) {
    T leaf{};
    get(from, leaf);
    return leaf_sum(leaf);
  } else if constexpr (std::same_as<T, std::string>) {
    std::string_view text;
    get(from, text);
    return text_sum(text);
  } else if constexpr (std::same_as<T, Bytes>) {
    BytesView bytes;
    get(from, bytes);
    return text_sum(bytes);
  } else if constexpr (Optional<T>) {
    int branch = 0;
    avro_value_t there;
    check(avro_value_get_discriminant(&from, &branch));
    if (branch == 0) return 0;
    check(avro_value_get_current_branch(&from, &there));
    return 1 + sum<typename T::value_type>(there);
  } else if constexpr (Described<T>) {
    std::uint64_t total = 0;
    std::size_t i = 0;
    for_each_field_type<T>(
        [&]<class M>(std::type_identity<M>) { total += sum<M>(field(from, i++)); });
    return total;
  } else {
    const std::size_t size = size_of(from);
    std::uint64_t total = size;
    for (std::size_t i = 0; i < size; ++i) {
      avro_value_t item;
      const char* key = nullptr;
      check(avro_value_get_by_index(&from, i, &item, &key));
      if constexpr (Map<T>) {
        total += text_sum(std::string_view(key)) + sum<typename T::mapped_type>(item);
      } else {
        total += sum<typename T::value_type>(item);
      }
    }
    return total;
  }
}

}  // namespace serbench::avro_c
