// From plain values to Cap'n Proto's lists, text and data, and back. The generated conversions add
// an overload for each struct, which these find by its namespace.
#pragma once

#include <capnp/common.h>
#include <capnp/list.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serbench/describe.hpp"
#include "serbench/runner.hpp"
#include "serbench/symbol.hpp"
#include "serbench/visit.hpp"

namespace serbench::capnproto {

template <class T>
concept Number = std::is_arithmetic_v<T>;
// A list's Reader or Builder.
template <class T>
concept Items = requires(T list, unsigned i) {
  list.size();
  list[i];
};

inline ::capnp::Text::Reader bytes(const std::string& text) {
  return {text.data(), text.size()};
}
inline ::capnp::Data::Reader bytes(const std::same_as<Bytes> auto& data) {
  return {data.data(), data.size()};
}
// Of what stands in place of a logical type; a zero byte follows its text.
inline ::capnp::Text::Reader written_bytes(std::string_view text) {
  return {text.data(), text.size()};
}
inline ::capnp::Data::Reader written_bytes(BytesView data) {
  return {data.data(), data.size()};
}

// The number of items as a list takes it.
template <class C>
unsigned list_size(const C& container) {
  if (container.size() >= 1u << 29) throw CannotHold("a list has less than 2^29 items");
  return static_cast<unsigned>(container.size());
}

// put: plain value to message. `From` is a list, or a map to a list of entries.
template <class From, Items To>
void put(const From& from, To to) {
  using Item = typename From::value_type;
  unsigned i = 0;
  for (const Item& item : from) {
    if constexpr (Converted<Item>) {
      with_written(item, [&](const auto& written) {
        if constexpr (Number<std::remove_cvref_t<decltype(written)>>) {
          to.set(i, written);
        } else {
          to.set(i, written_bytes(written));
        }
      });
    } else if constexpr (Number<Item>) {
      to.set(i, item);
    } else if constexpr (Enum<Item>) {
      to.set(i, static_cast<decltype(to[0])>(item));
    } else if constexpr (requires { bytes(item); }) {
      to.set(i, bytes(item));
    } else if constexpr (requires { to.init(i, 0u); }) {
      put(item, to.init(i, list_size(item)));
    } else {
      put(item, to[i]);
    }
    ++i;
  }
}

// get: message to plain value.

template <Number T>
void get(T from, T& to) {
  to = from;
}
template <Number From, Converted T>
void get(From from, T& to) {
  set_written(to, from);
}
template <Converted T>
void get(::capnp::Text::Reader from, T& to) {
  set_written(to, std::string_view(from.begin(), from.size()));
}
template <Converted T>
void get(::capnp::Data::Reader from, T& to) {
  set_written(to, BytesView(from.begin(), from.size()));
}
template <Enum Message, Enum T>
void get(Message from, T& to) {
  to = symbol<T>(static_cast<std::int64_t>(from));
}
inline void get(::capnp::Text::Reader from, std::string& to) {
  to.assign(from.begin(), from.size());
}
inline void get(::capnp::Data::Reader from, Bytes& to) {
  to.assign(from.begin(), from.end());
}
template <Items From, class T>
void get(From from, std::map<std::string, T>& to);
template <Items From, Entries T>
void get(From from, T& to);
template <Items From>
void get(From from, std::vector<std::string>& to) {
  to.reserve(from.size());
  for (const ::capnp::Text::Reader text : from) to.emplace_back(text.begin(), text.size());
}
template <Items From, class T>
void get(From from, std::vector<T>& to) {
  to.resize(from.size());
  for (unsigned i = 0; i < from.size(); ++i) {
    if constexpr (Number<T>) {
      to[i] = from[i];
    } else {
      get(from[i], to[i]);
    }
  }
}
template <Items From, class T>
void get(From from, std::map<std::string, T>& to) {
  for (const auto entry : from) {
    const ::capnp::Text::Reader key = entry.getKey();
    get(entry, to.try_emplace(to.end(), std::string(key.begin(), key.size()))->second);
  }
}

template <Items From, Entries T>
void get(From from, T& to) {
  for (const auto entry : from) add_item(to, [&](auto& item) { get(entry, item); });
}

// sum: the visit sum of a message's part.

template <Leaf T>
std::uint64_t sum(T leaf) {
  return leaf_sum(leaf);
}
inline std::uint64_t sum(::capnp::Text::Reader text) {
  return text_sum(std::string_view(text.begin(), text.size()));
}
inline std::uint64_t sum(::capnp::Data::Reader data) {
  return text_sum(std::span(data.begin(), data.size()));
}
template <Items From>
std::uint64_t sum(From list) {
  std::uint64_t total = list.size();
  for (const auto item : list) total += sum(item);
  return total;
}

// sum_as: the same of what stands in place of a logical type T.

template <Converted T, Number From>
std::uint64_t sum_as(From written) {
  return written_sum<T>(written);
}
template <Converted T>
std::uint64_t sum_as(::capnp::Text::Reader written) {
  return written_sum<T>(std::string_view(written.begin(), written.size()));
}
template <Converted T>
std::uint64_t sum_as(::capnp::Data::Reader written) {
  return written_sum<T>(BytesView(written.begin(), written.size()));
}
template <Converted T, Items From>
std::uint64_t sum_as(From list) {
  std::uint64_t total = list.size();
  for (const auto item : list) total += sum_as<T>(item);
  return total;
}

}  // namespace serbench::capnproto
