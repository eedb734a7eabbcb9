// From plain values to FlatBuffers' vectors and back. The generated conversions add an overload for
// each table, which these find by its namespace.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libraries/flatbuffers_builder.hpp"
#include "serbench/describe.hpp"
#include "serbench/symbol.hpp"
#include "serbench/visit.hpp"

namespace serbench::flat {

using ::flatbuffers::Offset;
using ::flatbuffers::String;
using ::flatbuffers::Vector;

template <class T>
concept Number = std::is_arithmetic_v<T>;

// put: plain value to buffer.

template <class To, Enum T>
To symbol_to(T from) {
  return static_cast<To>(from);
}
template <class To, Enum T>
std::optional<To> symbol_to(const std::optional<T>& from) {
  return from ? std::optional(static_cast<To>(*from)) : std::nullopt;
}
template <class To, Enum T>
Offset<Vector<To>> symbols(const std::vector<T>& from, Builder& to) {
  To* place = nullptr;
  const auto vector = to.CreateUninitializedVector<To>(from.size(), &place);
  for (const T item : from) {
    ::flatbuffers::WriteScalar(place++, static_cast<To>(item));
  }
  return vector;
}
// What stands in place of a logical type: a number, text or bytes, and lists of the first two.
template <Converted T>
auto written(const T& from) {
  return own_written(from);
}
template <Converted T>
auto written(const std::optional<T>& from) {
  return from ? std::optional(own_written(*from)) : std::nullopt;
}
template <Converted T>
auto create_written(const T& from, Builder& to) {
  return with_written(from, [&](const auto& written) {
    if constexpr (written_as<T> == WrittenAs::text) {
      return to.CreateString(written.data(), written.size());
    } else {
      return to.CreateVector(written.data(), written.size());
    }
  });
}
template <Converted T>
auto create_written(const std::vector<T>& from, Builder& to) {
  if constexpr (written_as<T> == WrittenAs::text) {
    std::vector<Offset<String>> made;
    made.reserve(from.size());
    for (const T& item : from) made.push_back(create_written(item, to));
    return to.CreateVector(made);
  } else {
    WrittenFor<T>* place = nullptr;
    const auto vector = to.CreateUninitializedVector<WrittenFor<T>>(from.size(), &place);
    for (const T& item : from) ::flatbuffers::WriteScalar(place++, own_written(item));
    return vector;
  }
}
// `From` is a list, or a map to a vector of entries.
template <class Table, class From>
Offset<Vector<Offset<Table>>> tables(const From& from, Builder& to) {
  const std::size_t first = to.made.size();
  for (const auto& item : from) to.made.push_back(put(item, to, Tag<Table>()).o);
  to.StartVector<Offset<Table>>(from.size());
  while (to.made.size() > first) {  // buffers grow downwards
    to.PushElement(Offset<Table>(to.made.back()));
    to.made.pop_back();
  }
  return Offset<Vector<Offset<Table>>>(to.EndVector(from.size()));
}

// get: buffer to plain value. What is left out in a buffer is as a new value.

template <Number Part, Number T>
void get(Part from, T& to) {
  to = static_cast<T>(from);
}
template <Number Part, Converted T>
void get(Part from, T& to) {
  set_written(to, from);
}
template <Converted T>
void get(const String* from, T& to) {
  if (from) set_written(to, from->string_view());
}
template <Converted T>
void get(const Vector<std::uint8_t>* from, T& to) {
  if (from) set_written(to, BytesView(from->data(), from->size()));
}
template <Enum Part, Enum T>
void get(Part from, T& to) {
  to = symbol<T>(static_cast<std::int64_t>(from));
}
inline void get(const String* from, std::string& to) {
  if (from) to.assign(from->data(), from->size());
}
inline void get(const Vector<std::uint8_t>* from, Bytes& to) {
  if (from) to.assign(from->data(), from->data() + from->size());
}
template <class Part, class T>
void get(const Vector<Part>* from, std::vector<T>& to) {
  if (!from) return;
  if constexpr (Number<T>) {
    to.assign(from->begin(), from->end());
  } else if constexpr (std::same_as<T, std::string>) {
    to.reserve(from->size());
    for (const String* text : *from) to.emplace_back(text->data(), text->size());
  } else {
    to.resize(from->size());
    for (std::uint32_t i = 0; i < from->size(); ++i) get(from->Get(i), to[i]);
  }
}
template <class Part, class T>
void get(const Vector<Part>* from, std::map<std::string, T>& to) {
  if (!from) return;
  for (const auto* entry : *from) {
    get(entry, to.try_emplace(to.end(), entry->key()->str())->second);
  }
}

template <class Part, Entries T>
void get(const Vector<Part>* from, T& to) {
  if (!from) return;
  for (const auto* entry : *from) add_item(to, [&](auto& item) { get(entry, item); });
}

// sum: the visit sum of a buffer's part.

template <Leaf T>
std::uint64_t sum(T leaf) {
  return leaf_sum(leaf);
}
inline std::uint64_t sum(const String* text) {
  return text ? text_sum(text->string_view()) : 0;
}
inline std::uint64_t bytes_sum(const Vector<std::uint8_t>* bytes) {
  return bytes ? text_sum(std::span(bytes->data(), bytes->size())) : 0;
}
template <class Part>
std::uint64_t sum(const Vector<Part>* list) {
  if (!list) return 0;
  std::uint64_t total = list->size();
  for (const auto item : *list) total += sum(item);
  return total;
}

// sum_as: the same of what stands in place of a logical type T.

template <Converted T, Number Part>
std::uint64_t sum_as(Part written) {
  return written_sum<T>(written);
}
template <Converted T>
std::uint64_t sum_as(const String* text) {
  return text ? written_sum<T>(text->string_view()) : 0;
}
template <Converted T, class Part>
std::uint64_t sum_as(const Vector<Part>* list) {
  if (!list) return 0;
  if constexpr (written_as<T> == WrittenAs::bytes) {
    return written_sum<T>(BytesView(list->data(), list->size()));
  } else {
    std::uint64_t total = list->size();
    for (const auto item : *list) total += sum_as<T>(item);
    return total;
  }
}

}  // namespace serbench::flat
