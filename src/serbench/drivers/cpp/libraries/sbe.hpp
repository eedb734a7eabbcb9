// What the generated code around SBE's flyweights calls. A group's entries come one after the other;
// a field is a number or an enum of SBE's, data are text.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "serbench/describe.hpp"
#include "serbench/symbol.hpp"
#include "serbench/visit.hpp"

namespace serbench::sbe {

template <class Number, class T>
Number put(const T& value) {
  if constexpr (Converted<T>) {
    return own_written(value);
  } else {
    return static_cast<Number>(value);
  }
}
template <class Number, class T>
Number put_if_any(const T& value) {
  return value ? put<Number>(*value) : Number{};
}

// What is put as data.
template <class T>
auto text(const T& value) {
  if constexpr (Converted<T>) {
    return with_written(
        value, [](const auto& written) { return std::string(written.begin(), written.end()); });
  } else {
    return std::string_view(reinterpret_cast<const char*>(value.data()), value.size());
  }
}
template <class T>
auto text_if_any(const T& value) {
  return value ? text(*value) : decltype(text(*value))();
}

// SBE refuses what is too many.
template <class T>
std::uint32_t count(const T& items) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(items.size(), most));
}
template <class Group, class T, class F>
void put_optional(Group& group, const T& value, F&& f) {
  if (value) f(group.next(), *value);
}
template <class Group, class T, class F>
void put_list(Group& group, const T& items, F&& f) {
  for (const typename T::value_type& item : items) f(group.next(), item);
}
template <class Group, class T, class F>
void put_map(Group& group, const T& items, F&& f) {
  for (const auto& [key, item] : items) f(group.next(), key, item);
}

inline BytesView bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
template <class From, class T>
void get(const From& from, T& to) {
  if constexpr (Converted<T>) {
    if constexpr (written_as<T> == WrittenAs::bytes) {
      set_written(to, bytes(from));
    } else {
      set_written(to, from);
    }
  } else if constexpr (Enum<T>) {
    to = symbol<T>(from);
  } else if constexpr (std::same_as<T, Bytes>) {
    to.assign(from.begin(), from.end());
  } else if constexpr (std::same_as<T, BytesView>) {
    to = bytes(from);
  } else {
    to = from;
  }
}
template <class From, class T>
void get_if(bool there, const From& from, T& to) {
  if (there) {
    get(from, to.emplace());
  } else {
    to.reset();
  }
}

// Flyweights take from the bytes how long a block is, and look no more whether its fields are in
// there. Each entry has its block, and so many bytes of headers of groups and of data.
template <class Group>
void check(Group& group, std::uint64_t headers) {
  if (group.sbeActingBlockLength() < Group::sbeBlockLength()) {
    throw std::runtime_error("the block of a group is shorter than its fields");
  }
  const std::uint64_t least = group.sbeActingBlockLength() + headers;
  group.sbeCheckPosition(group.sbePosition() + group.count() * least);
}
template <class Group, class T, class F>
void get_optional(Group& group, std::uint64_t headers, T& to, F&& f) {
  check(group, headers);
  if (group.count() > 1) throw std::runtime_error("an optional value is there more than once");
  if (group.hasNext()) {
    f(group.next(), to.emplace());
  } else {
    to.reset();
  }
}
template <class Group, class T, class F>
void get_list(Group& group, std::uint64_t headers, T& to, F&& f) {
  check(group, headers);
  fill(to, group.count(), [&](auto& item) { f(group.next(), item); });
}
template <class Group, class T, class F>
void get_map(Group& group, std::uint64_t headers, T& to, F&& f) {
  check(group, headers);
  to.clear();
  while (group.hasNext()) {
    typename T::key_type key;
    typename T::mapped_type item{};
    f(group.next(), key, item);
    to.insert_or_assign(to.end(), std::move(key), std::move(item));
  }
}

// sum: the visit sum of what a flyweight shows.

template <Leaf T>
std::uint64_t sum(T leaf) {
  return leaf_sum(leaf);
}
inline std::uint64_t sum(std::string_view text) {
  return text_sum(text);
}
// The same of what stands in place of a logical type T.
template <Converted T, class From>
std::uint64_t sum_as(const From& written) {
  if constexpr (written_as<T> == WrittenAs::bytes) {
    return written_sum<T>(bytes(written));
  } else {
    return written_sum<T>(written);
  }
}
// Data are taken even if their flag is 0, since what follows them is found only then.
template <class From, class F>
std::uint64_t sum_if(bool there, const From& from, F&& f) {
  return there ? 1 + f(from) : 0;
}
template <class Group, class F>
std::uint64_t sum_group(Group& group, std::uint64_t headers, F&& f) {
  check(group, headers);
  std::uint64_t total = group.count();
  while (group.hasNext()) total += f(group.next());
  return total;
}

// access: what comes before the leaf is stepped over.

template <class Group>
void skip(Group& group, std::uint64_t headers) {
  check(group, headers);
  while (group.hasNext()) group.next().skip();
}
// Whether there is any entry; the group is then at the last.
template <class Group>
bool to_last(Group& group, std::uint64_t headers) {
  check(group, headers);
  if (group.count() == 0) return false;
  for (std::uint64_t i = 1; i < group.count(); ++i) group.next().skip();
  group.next();
  return true;
}

}  // namespace serbench::sbe
