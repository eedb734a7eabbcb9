// From plain values to the structs that protobuf's libraries of C generate, and back. A part is a
// number, a `char*`, the library's bytes, a struct, or a pointer to a struct. What a library says:
//   using Binary = ...;                                  // its bytes
//   static void put_bytes(std::span<const std::uint8_t>, Binary&);
//   static BytesView bytes(const Binary&);
// Memory is malloc's, since the library frees it. The generated conversions are overloads for each
// struct: put_message, get_message, sum_message, and, if the library has something to set in a new
// struct, init_message. These are found by the struct's namespace, the global one.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "serbench/c_dom.hpp"
#include "serbench/describe.hpp"
#include "serbench/symbol.hpp"
#include "serbench/visit.hpp"

#ifdef SERBENCH_LOGICAL_TYPES
#include "serbench/proto_time.hpp"
#endif

namespace serbench {

template <class Library>
struct CMessages {
  using Binary = typename Library::Binary;

  template <class Variant>
  static void set_variant(Variant& to, int number) {
    to = static_cast<Variant>(number);
  }
  static std::string_view text(const char* from) { return from == nullptr ? "" : from; }

  // put: plain value to what lies in a struct.

  template <class T, class Part>
  static void put(const T& from, Part& to) {
    if constexpr (std::same_as<Part, char*> || std::same_as<Part, Binary>) {
      if constexpr (Converted<T>) {
        with_written(from, [&](const auto& written) { put_array(written, to); });
      } else {
        put_array(from, to);
      }
    } else if constexpr (is_number<Part>) {
      if constexpr (Converted<T>) {
        to = own_written(from);
      } else {
        to = static_cast<Part>(from);
      }
    } else if constexpr (std::is_pointer_v<Part>) {
      to = allocated<std::remove_pointer_t<Part>>(1);
      put(from, *to);
    } else {
      if constexpr (requires { init_message(&to); }) init_message(&to);
#ifdef SERBENCH_LOGICAL_TYPES
      if constexpr (Native<T>) {
        const auto [seconds, nanos] = proto::seconds_and_nanos(from);
        to.seconds = seconds;
        to.nanos = nanos;
        return;
      } else  // NOLINT
#endif
        put_message(from, &to);
    }
  }
  // Of a part without presence, empty is what a new struct has.
  template <class T, class Part>
  static void put_unless_empty(const T& from, Part& to) {
    if constexpr (Converted<T>) {
      put(from, to);
    } else if (!from.empty()) {
      put(from, to);
    }
  }
  template <class List, class Part, class Count>
  static void put_list(const List& from, Part*& to, Count& count) {
    if (from.empty()) return;
    if (!std::in_range<Count>(from.size())) throw std::length_error("a list has too many elements");
    to = allocated<Part>(from.size());
    count = static_cast<Count>(from.size());
    Part* place = to;
    for (const typename List::value_type& item : from) put(item, *place++);
  }

  // get: the reverse.

  template <class Part, class T>
  static void get(const Part& from, T& to) {
    if constexpr (std::same_as<Part, char*>) {
      get_array(text(from), to);
    } else if constexpr (std::same_as<Part, Binary>) {
      get_array(Library::bytes(from), to);
    } else if constexpr (is_number<Part>) {
      if constexpr (Converted<T>) {
        set_written(to, static_cast<WrittenFor<T>>(from));
      } else if constexpr (Enum<T>) {
        to = symbol<T>(static_cast<std::int64_t>(from));
      } else {
        to = static_cast<T>(from);
      }
    } else if constexpr (std::is_pointer_v<Part>) {
      get(*from, to);
    } else {
#ifdef SERBENCH_LOGICAL_TYPES
      if constexpr (Native<T>) {
        proto::from_seconds_and_nanos({from.seconds, from.nanos}, to);
        return;
      } else  // NOLINT
#endif
        get_message(from, to);
    }
  }
  template <class Part, class T>
  static void get_list(const Part* from, std::size_t count, std::vector<T>& to) {
    to.resize(count);
    for (auto&& place : to) {
      if constexpr (std::same_as<T, bool>) {
        place = *from++;
      } else {
        get(*from++, place);
      }
    }
  }
  template <class Part, Entries T>
  static void get_list(const Part* from, std::size_t count, T& to) {
    fill(to, count, [&](auto& entry) { get(*from++, entry); });
  }
  template <class Entry, class T>
  static void get_list(const Entry* from, std::size_t count, std::map<std::string, T>& to) {
    for (const Entry& entry : std::span(from, count)) get_message(target(entry), to);
  }

  // sum: the visit sum of a part, of which T is the plain type if it is a leaf.

  template <class T, class Part>
  static std::uint64_t sum(const Part& from) {
    if constexpr (std::same_as<Part, char*>) {
      return array_sum<T>(text(from));
    } else if constexpr (std::same_as<Part, Binary>) {
      return array_sum<T>(Library::bytes(from));
    } else if constexpr (is_number<Part>) {
      if constexpr (Converted<T>) {
        return written_sum<T>(static_cast<WrittenFor<T>>(from));
      } else {
        return leaf_sum(from);
      }
    } else if constexpr (std::is_pointer_v<Part>) {
      return sum<T>(*from);
    } else if constexpr (Native<T>) {
      T value{};
      get(from, value);
      return logical_sum(value);
    } else {
      return sum_message(from);
    }
  }
  template <class T, class Part>
  static std::uint64_t sum_list(const Part* from, std::size_t count) {
    std::uint64_t total = count;
    for (const Part& part : std::span(from, count)) total += sum<T>(part);
    return total;
  }

 private:
  template <class Part>
  static constexpr bool is_number = std::is_arithmetic_v<Part> || std::is_enum_v<Part>;

  // Zeros.
  template <class T>
  static T* allocated(std::size_t count) {
    return made(static_cast<T*>(std::calloc(count, sizeof(T))));
  }
  static void put_array(const auto& from, char*& to) {
    to = allocated<char>(from.size() + 1);
    std::memcpy(to, from.data(), from.size());
  }
  static void put_array(const auto& from, Binary& to) {
    Library::put_bytes(from, to);
  }
  template <class T>
  static void get_array(const auto& from, T& to) {
    if constexpr (Converted<T>) {
      set_written(to, from);
    } else {
      to.assign(from.begin(), from.end());
    }
  }
  template <class T>
  static std::uint64_t array_sum(const auto& from) {
    if constexpr (Converted<T>) {
      return written_sum<T>(from);
    } else {
      return text_sum(from);
    }
  }
  template <class Entry>
  static const auto& target(const Entry& entry) {
    if constexpr (std::is_pointer_v<Entry>) {
      return *entry;
    } else {
      return entry;
    }
  }
};

}  // namespace serbench
