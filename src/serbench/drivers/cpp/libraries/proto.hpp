// From plain values to the containers of protobuf's messages and back. The generated conversions
// add an overload for each message, which these find by its namespace.
#pragma once

#include <google/protobuf/map.h>
#include <google/protobuf/repeated_field.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "serbench/describe.hpp"
#include "serbench/symbol.hpp"
#include "serbench/visit.hpp"

#ifdef SERBENCH_LOGICAL_TYPES
#include <google/protobuf/duration.pb.h>
#include <google/protobuf/timestamp.pb.h>

#include <chrono>

#include "serbench/proto_time.hpp"
#endif

namespace serbench::proto {

using google::protobuf::Map;
using google::protobuf::RepeatedField;
using google::protobuf::RepeatedPtrField;

template <class T>
concept Number = std::is_arithmetic_v<T>;
template <class T>
concept Text = std::same_as<T, std::string> || std::same_as<T, Bytes>;

#ifdef SERBENCH_LOGICAL_TYPES
template <class Unit>
void put(const std::chrono::sys_time<Unit>& from, google::protobuf::Timestamp* to) {
  const auto [seconds, nanos] = seconds_and_nanos(from);
  to->set_seconds(seconds);
  to->set_nanos(nanos);
}
template <class Unit>
void put(const Unit& from, google::protobuf::Duration* to) {
  const auto [seconds, nanos] = seconds_and_nanos(from);
  to->set_seconds(seconds);
  to->set_nanos(nanos);
}
template <class Unit>
void get(const google::protobuf::Timestamp& from, std::chrono::sys_time<Unit>& to) {
  from_seconds_and_nanos({from.seconds(), from.nanos()}, to);
}
template <class Unit>
void get(const google::protobuf::Duration& from, Unit& to) {
  from_seconds_and_nanos({from.seconds(), from.nanos()}, to);
}
template <Native T>
std::uint64_t sum_as(const google::protobuf::Timestamp& message) {
  T time;
  get(message, time);
  return logical_sum(time);
}
template <Native T>
std::uint64_t sum_as(const google::protobuf::Duration& message) {
  T span;
  get(message, span);
  return logical_sum(span);
}
#endif

// put: plain value to message.

template <Converted T, Number Message>
void put(const T& from, Message* to) {
  *to = own_written(from);
}
template <Converted T>
void put(const T& from, std::string* to) {
  with_written(from, [&](const auto& written) { to->assign(written.begin(), written.end()); });
}
template <Converted T, Number Message>
void put(const std::vector<T>& from, RepeatedField<Message>* to) {
  to->Reserve(static_cast<int>(from.size()));
  for (const T& item : from) to->AddAlreadyReserved(own_written(item));
}
template <Number T, Number Message>
void put(T from, Message* to) {
  *to = from;
}
template <Enum T, Enum Message>
void put(T from, Message* to) {
  *to = static_cast<Message>(from);
}
template <Text T>
void put(const T& from, std::string* to) {
  to->assign(from.begin(), from.end());
}
template <Number T, Number Message>
void put(const std::vector<T>& from, RepeatedField<Message>* to) {
  to->Add(from.begin(), from.end());
}
template <Enum T>
void put(const std::vector<T>& from, RepeatedField<int>* to) {
  to->Reserve(static_cast<int>(from.size()));
  for (const T item : from) to->AddAlreadyReserved(static_cast<int>(item));
}
template <class T, class Message>
void put(const std::vector<T>& from, RepeatedPtrField<Message>* to) {
  to->Reserve(static_cast<int>(from.size()));
  for (const T& item : from) put(item, to->Add());
}
template <Entries T, class Message>
void put(const T& from, RepeatedPtrField<Message>* to) {
  to->Reserve(static_cast<int>(from.size()));
  for (const auto& entry : from) put(entry, to->Add());
}
template <class T, class Message>
void put(const std::map<std::string, T>& from, Map<std::string, Message>* to) {
  for (const auto& [key, item] : from) put(item, &(*to)[key]);
}
// A map as repeated entries.
template <class T, class Entry>
void put(const std::map<std::string, T>& from, RepeatedPtrField<Entry>* to) {
  to->Reserve(static_cast<int>(from.size()));
  for (const auto& [key, item] : from) {
    Entry* const entry = to->Add();
    entry->set_key(key);
    if constexpr (requires { entry->mutable_value(); }) {
      put(item, entry->mutable_value());
    } else if constexpr (Converted<T>) {
      entry->set_value(own_written(item));
    } else {
      entry->set_value(static_cast<decltype(entry->value())>(item));
    }
  }
}

// get: message to plain value.

// What stands in place of a logical type, in a string.
template <Converted T>
WrittenFor<T> written_in(const std::string& from) {
  if constexpr (written_as<T> == WrittenAs::text) {
    return from;
  } else {
    return {reinterpret_cast<const std::uint8_t*>(from.data()), from.size()};
  }
}
template <Number Message, Converted T>
void get(Message from, T& to) {
  set_written(to, from);
}
template <Converted T>
void get(const std::string& from, T& to) {
  set_written(to, written_in<T>(from));
}
template <Number Message, Converted T>
void get(const RepeatedField<Message>& from, std::vector<T>& to) {
  to.resize(static_cast<std::size_t>(from.size()));
  auto place = to.begin();
  for (const Message item : from) set_written(*place++, item);
}
template <Number Message, Number T>
void get(Message from, T& to) {
  to = static_cast<T>(from);
}
template <Enum T>
void get(int from, T& to) {
  to = symbol<T>(from);
}
template <Text T>
void get(const std::string& from, T& to) {
  to.assign(from.begin(), from.end());
}
template <Number Message, Number T>
void get(const RepeatedField<Message>& from, std::vector<T>& to) {
  to.assign(from.begin(), from.end());
}
template <Enum T>
void get(const RepeatedField<int>& from, std::vector<T>& to) {
  to.reserve(static_cast<std::size_t>(from.size()));
  for (const int item : from) to.push_back(symbol<T>(item));
}
template <class Message, class T>
void get(const RepeatedPtrField<Message>& from, std::vector<T>& to) {
  to.resize(static_cast<std::size_t>(from.size()));
  auto place = to.begin();
  for (const Message& item : from) get(item, *place++);
}
template <class Message, Entries T>
void get(const RepeatedPtrField<Message>& from, T& to) {
  for (const Message& entry : from) add_item(to, [&](auto& item) { get(entry, item); });
}
template <class Message, class T>
void get(const Map<std::string, Message>& from, std::map<std::string, T>& to) {
  for (const auto& [key, item] : from) get(item, to[key]);
}
template <class Entry, class T>
void get(const RepeatedPtrField<Entry>& from, std::map<std::string, T>& to) {
  for (const Entry& entry : from) get(entry.value(), to[entry.key()]);
}

// sum: the visit sum of a message's part.

template <Leaf T>
std::uint64_t sum(T leaf) {
  return leaf_sum(leaf);
}
inline std::uint64_t sum(const std::string& text) {
  return text_sum(text);
}
template <class T>
std::uint64_t sum(const RepeatedField<T>& list) {
  auto total = static_cast<std::uint64_t>(list.size());
  for (const T item : list) total += sum(item);
  return total;
}
template <class Message>
std::uint64_t sum(const RepeatedPtrField<Message>& list) {
  auto total = static_cast<std::uint64_t>(list.size());
  for (const Message& item : list) total += sum(item);
  return total;
}
template <class Message>
std::uint64_t sum(const Map<std::string, Message>& map) {
  auto total = static_cast<std::uint64_t>(map.size());
  for (const auto& [key, item] : map) total += text_sum(key) + sum(item);
  return total;
}

// sum_as: the same of what stands in place of a logical type T.

template <Converted T, Number Message>
std::uint64_t sum_as(Message written) {
  return written_sum<T>(written);
}
template <Converted T>
std::uint64_t sum_as(const std::string& written) {
  return written_sum<T>(written_in<T>(written));
}
template <Converted T, class Message>
std::uint64_t sum_as(const RepeatedField<Message>& list) {
  auto total = static_cast<std::uint64_t>(list.size());
  for (const Message item : list) total += sum_as<T>(item);
  return total;
}
template <Logical T, class Message>
std::uint64_t sum_as(const RepeatedPtrField<Message>& list) {
  auto total = static_cast<std::uint64_t>(list.size());
  for (const Message& item : list) total += sum_as<T>(item);
  return total;
}
template <Logical T, class Message>
std::uint64_t sum_as(const Map<std::string, Message>& map) {
  auto total = static_cast<std::uint64_t>(map.size());
  for (const auto& [key, item] : map) total += text_sum(key) + sum_as<T>(item);
  return total;
}

}  // namespace serbench::proto
