// YAML of described types by way of rapidyaml's tree: text stays where it is and is always between
// double quotes, numbers are written to the tree's arena.
#pragma once

// clang-format off: first, as the standard library keeps <ctype.h>, which c4 includes, from macros
#include <cstddef>
// clang-format on

#include <c4/format_base64.hpp>
#include <ryml.hpp>
#include <ryml_std.hpp>
#include <span>
#include <string>
#include <string_view>

#include "serbench/base64.hpp"
#include "serbench/describe.hpp"
#include "serbench/fields.hpp"
#include "serbench/json_type.hpp"
#include "serbench/runner.hpp"
#include "serbench/visit.hpp"

namespace serbench::yaml {

using ryml::csubstr;
using ryml::id_type;

inline csubstr view(std::string_view text) {
  return {text.data(), text.size()};
}
inline std::string_view view(csubstr text) {
  return {text.str, text.len};
}

// A node of its parent: with a key if the parent is a map.
class Place {
 public:
  Place(ryml::Tree& tree, id_type id) : tree_(tree), id_(id) {}
  Place(ryml::Tree& tree, id_type parent, std::string_view key)
      : tree_(tree), id_(tree.append_child(parent)), key_(view(key)), has_key_(true) {}

  void scalar(csubstr text, ryml::type_bits style) {
    if (has_key_) {
      tree_.to_keyval(id_, key_, text, style | ryml::KEY_DQUO);
    } else {
      tree_.to_val(id_, text, style);
    }
  }
  void quoted(std::string_view text) { scalar(view(text), ryml::VAL_DQUO); }
  void plain(csubstr text) { scalar(text, ryml::VAL_PLAIN); }
  id_type map() {
    has_key_ ? tree_.to_map(id_, key_, ryml::KEY_DQUO) : tree_.to_map(id_);
    return id_;
  }
  id_type list() {
    has_key_ ? tree_.to_seq(id_, key_, ryml::KEY_DQUO) : tree_.to_seq(id_);
    return id_;
  }
  ryml::Tree& tree() { return tree_; }

 private:
  ryml::Tree& tree_;
  id_type id_;
  csubstr key_;
  bool has_key_ = false;
};

template <class T>
void put(const T& value, Place place) {
  if constexpr (Converted<T>) {
    with_written(value, [&](std::string_view text) {
      place.quoted(view(place.tree().copy_to_arena(view(text))));
    });
  } else if constexpr (std::same_as<T, bool>) {
    place.plain(value ? "true" : "false");
  } else if constexpr (std::is_arithmetic_v<T>) {
    place.plain(place.tree().to_arena(value));
  } else if constexpr (std::same_as<T, std::string>) {
    place.quoted(value);
  } else if constexpr (std::same_as<T, Bytes>) {
    // Nothing at all is no buffer to the library.
    place.quoted(value.empty()
                     ? std::string_view()
                     : view(place.tree().to_arena(ryml::fmt::cbase64(value.data(), value.size()))));
  } else if constexpr (Enum<T>) {
    place.quoted(wire_names<T>.at(static_cast<std::size_t>(value)));
  } else if constexpr (Optional<T>) {
    value.has_value() ? put(*value, place) : place.plain("null");
  } else if constexpr (Described<T>) {
    const id_type id = place.map();
    for_each_present(value, [&](std::string_view name, const auto& member) {
      put(member, Place(place.tree(), id, name));
    });
  } else if constexpr (Map<T>) {
    const id_type id = place.map();
    for (const auto& [key, item] : value) put(item, Place(place.tree(), id, key));
  } else {
    const id_type id = place.list();
    for (const typename T::value_type& item : value)
      put(item, Place(place.tree(), place.tree().append_child(id)));
  }
}

[[noreturn]] inline void refuse(const char* wanted) {
  throw std::runtime_error(std::string("the YAML has something else where there should be ") +
                           wanted);
}

// The text of a scalar, without quotes and escapes.
inline std::string_view text(const ryml::Tree& tree, id_type id) {
  if (!tree.has_val(id)) refuse("a scalar");
  return view(tree.val(id));
}

inline bool is_null(const ryml::Tree& tree, id_type id) {
  return tree.has_val(id) && tree.val_is_null(id);
}

// Calls f(id) for each child of a list or a map.
template <class F>
void for_each_child(const ryml::Tree& tree, id_type parent, F&& f) {
  for (id_type id = tree.first_child(parent); id != ryml::NONE; id = tree.next_sibling(id)) f(id);
}

// Calls f(i, id) for each field of a record, its place as a constant: every one of them, once, but for
// those that may be absent.
template <Described T, class F>
void for_each_field_of(const ryml::Tree& tree, id_type record, F&& f) {
  if (!tree.is_map(record)) refuse("a record");
  FieldsByName<T> fields;
  std::size_t count = 0;
  for_each_child(tree, record, [&](id_type id) {
    fields.with(view(tree.key(id)), [&](auto i) { f(i, id); });
    ++count;
  });
  if (!fields.all()) refuse("every field of the record");
  if (count != fields.count_met()) refuse("no other field of the record");
}

template <class T>
void get(const ryml::Tree& tree, id_type id, T& value) {
  if constexpr (Converted<T>) {
    set_written(value, text(tree, id));
  } else if constexpr (std::same_as<T, bool>) {
    const std::string_view word = text(tree, id);
    value = word == "true";
    if (!value && word != "false") refuse("true or false");
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!tree.has_val(id) || !ryml::read(&tree, id, &value)) refuse("a number");
  } else if constexpr (std::same_as<T, std::string>) {
    value = text(tree, id);
  } else if constexpr (std::same_as<T, Bytes>) {
    if (!base64_decode(text(tree, id), value)) refuse("base64");
  } else if constexpr (Enum<T>) {
    const std::uint32_t number = name_table<T>.find(text(tree, id));
    if (number == NameTable::none) refuse("a symbol");
    value = static_cast<T>(number);
  } else if constexpr (MayBeAbsent<T>) {
    get(tree, id, told(value.emplace()));
  } else if constexpr (Optional<T>) {
    if (!is_null(tree, id)) get(tree, id, value.emplace());
  } else if constexpr (Described<T>) {
    for_each_field_of<T>(tree, id,
                         [&](auto i, id_type field) { get(tree, field, value.*member_of<T, i>); });
  } else if constexpr (Map<T>) {
    if (!tree.is_map(id)) refuse("a map");
    for_each_child(tree, id, [&](id_type child) {
      get(tree, child, value.try_emplace(value.end(), std::string(view(tree.key(child))))->second);
    });
  } else {
    if (!tree.is_seq(id)) refuse("a list");
    reserve(value, tree.num_children(id));
    for_each_child(tree, id, [&](id_type child) {
      ItemOf<T> item{};
      get(tree, child, item);
      append(value, std::move(item));
    });
  }
}

// The visit sum of a node that stands for a T.
template <class T>
std::uint64_t sum(const ryml::Tree& tree, id_type id) {
  if constexpr (Converted<T>) {
    return written_sum<T>(text(tree, id));
  } else if constexpr (Leaf<T>) {
    T leaf{};
    get(tree, id, leaf);
    return leaf_sum(leaf);
  } else if constexpr (std::same_as<T, std::string>) {
    return text_sum(text(tree, id));
  } else if constexpr (std::same_as<T, Bytes>) {
    Bytes bytes;
    get(tree, id, bytes);
    return text_sum(bytes);
  } else if constexpr (MayBeAbsent<T>) {
    return 1 + sum<ToldOf<T>>(tree, id);
  } else if constexpr (Optional<T>) {
    return is_null(tree, id) ? 0 : 1 + sum<typename T::value_type>(tree, id);
  } else if constexpr (Described<T>) {
    std::uint64_t total = 0;
    for_each_field_of<T>(
        tree, id, [&](auto i, id_type field) { total += sum<field_type<T, i>>(tree, field); });
    return total;
  } else {
    std::uint64_t total = 0;
    for_each_child(tree, id, [&](id_type child) {
      ++total;
      if constexpr (Map<T>) {
        total += text_sum(view(tree.key(child))) + sum<typename T::mapped_type>(tree, child);
      } else {
        total += sum<typename T::value_type>(tree, child);
      }
    });
    return total;
  }
}

}  // namespace serbench::yaml
