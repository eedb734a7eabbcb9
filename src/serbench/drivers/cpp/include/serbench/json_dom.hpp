// Described types out of a library's tree of JSON values. A `Dom` says how the library's values
// are looked at; each of its functions throws if a value is of another type:
//   using Value = ...;
//   static bool is_null(const Value&);
//   static JsonShape shape(const Value&);
//   static bool boolean(const Value&);
//   template <class Integer> static Integer integer(const Value&);
//   static double number(const Value&);
//   static std::string_view text(const Value&);
//   static std::size_t size(const Value&);                    // of an array
//   static void for_each_item(const Value&, auto&& f);        // f(value)
//   static void for_each_member(const Value&, auto&& f);      // f(name, value)
// Where the format has bytes, which in JSON are text in base64:
//   static void bytes(const Value&, Bytes&);
//   static BytesView bytes(const Value&);                     // for logical types
// and of logical types that the library holds as they are:
//   static void logical(const Value&, auto& to);
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

#include "serbench/base64.hpp"
#include "serbench/fields.hpp"
#include "serbench/visit.hpp"

namespace serbench {

template <class Dom>
class JsonTree {
  using Value = typename Dom::Value;

 public:
  // Into a new plain value.
  template <class T>
  static void get(const Value& from, T& to) {
    if constexpr (Native<T>) {
      Dom::logical(from, to);
    } else if constexpr (Converted<T>) {
      with_what_is_written<T>(from, [&](WrittenFor<T> written) { set_written(to, written); });
    } else if constexpr (Leaf<T>) {
      to = leaf<T>(from);
    } else if constexpr (std::same_as<T, std::string>) {
      to.assign(Dom::text(from));
    } else if constexpr (std::same_as<T, Bytes>) {
      if constexpr (requires { Dom::bytes(from, to); }) {
        Dom::bytes(from, to);
      } else {
        if (!base64_decode(Dom::text(from), to)) throw std::runtime_error("the text is no base64");
      }
    } else if constexpr (Union<T>) {
      with_its_shape<T>(from, [&](auto i) { get(from, to.template emplace<i>()); });
    } else if constexpr (MayBeAbsent<T>) {
      get(from, told(to.emplace()));
    } else if constexpr (Optional<T>) {
      if (!Dom::is_null(from)) get(from, to.emplace());
    } else if constexpr (Described<T>) {
      FieldsByName<T> fields;
      Dom::for_each_member(from, [&](std::string_view name, const Value& value) {
        fields.with(name, [&](auto i) { get(value, to.*member_of<T, i>); });
      });
      fields.require_all();
    } else if constexpr (Map<T>) {
      Dom::for_each_member(from, [&](std::string_view name, const Value& value) {
        get(value, to.try_emplace(to.end(), std::string(name))->second);
      });
    } else {
      reserve(to, Dom::size(from));
      Dom::for_each_item(from, [&](const Value& value) {
        if constexpr (std::same_as<T, std::vector<bool>>) {
          to.push_back(leaf<bool>(value));
        } else {
          add_item(to, [&](auto& item) { get(value, item); });
        }
      });
    }
  }

  // The visit sum of what would be a T. `scratch` is for bytes.
  template <class T>
  static std::uint64_t sum(const Value& from, Bytes& scratch) {
    std::uint64_t total = 0;
    if constexpr (Native<T>) {
      T value{};
      Dom::logical(from, value);
      total = logical_sum(value);
    } else if constexpr (Converted<T>) {
      with_what_is_written<T>(from,
                              [&](WrittenFor<T> written) { total = written_sum<T>(written); });
    } else if constexpr (Leaf<T>) {
      total = leaf_sum(leaf<T>(from));
    } else if constexpr (std::same_as<T, std::string>) {
      total = text_sum(Dom::text(from));
    } else if constexpr (std::same_as<T, Bytes>) {
      get(from, scratch);
      total = text_sum(scratch);
    } else if constexpr (Union<T>) {
      with_its_shape<T>(
          from, [&](auto i) { total = i + sum<std::variant_alternative_t<i, T>>(from, scratch); });
    } else if constexpr (MayBeAbsent<T>) {
      total = 1 + sum<ToldOf<T>>(from, scratch);
    } else if constexpr (Optional<T>) {
      if (!Dom::is_null(from)) total = 1 + sum<typename T::value_type>(from, scratch);
    } else if constexpr (Described<T>) {
      FieldsByName<T> fields;
      Dom::for_each_member(from, [&](std::string_view name, const Value& value) {
        fields.with(name, [&](auto i) { total += sum<field_type<T, i>>(value, scratch); });
      });
    } else if constexpr (Map<T>) {
      Dom::for_each_member(from, [&](std::string_view name, const Value& value) {
        total += 1 + text_sum(name) + sum<typename T::mapped_type>(value, scratch);
      });
    } else {
      Dom::for_each_item(from, [&](const Value& item) {
        total += 1 + sum<typename T::value_type>(item, scratch);
      });
    }
    return total;
  }

 private:
  template <Converted T, class F>
  static void with_what_is_written(const Value& from, F&& f) {
    if constexpr (written_as<T> == WrittenAs::count) {
      f(leaf<WrittenFor<T>>(from));
    } else if constexpr (written_as<T> == WrittenAs::text) {
      f(Dom::text(from));
    } else if constexpr (requires { BytesView(Dom::bytes(from)); }) {
      f(BytesView(Dom::bytes(from)));
    } else {
      Bytes bytes;
      get(from, bytes);
      f(BytesView(bytes));
    }
  }

  template <Union T, class F>
  static void with_its_shape(const Value& from, F&& f) {
    if (!with_shape<T>(Dom::shape(from), f)) throw std::runtime_error("no variant of its union");
  }

  template <class T>
  static T leaf(const Value& from) {
    if constexpr (std::same_as<T, bool>) {
      return Dom::boolean(from);
    } else if constexpr (std::is_integral_v<T>) {
      return Dom::template integer<T>(from);
    } else if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(Dom::number(from));
    } else {
      const std::uint32_t symbol = names_of<T>.find(Dom::text(from));
      if (symbol == NameTable::none) throw std::runtime_error("no symbol of its enum");
      return static_cast<T>(symbol);
    }
  }
};

}  // namespace serbench
