// Thrift's transport over the driver's buffers; and from plain values to the members of Thrift's
// structs and back. The generated conversions add an overload for each struct, which these find by
// its namespace.
#pragma once

#include <thrift/transport/TBufferTransports.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "serbench/buffer.hpp"
#include "serbench/describe.hpp"
#include "serbench/symbol.hpp"
#include "serbench/visit.hpp"

namespace serbench::thrift {

// What TMemoryBuffer is for memory of its own: reads lie in the bytes, writes go to the buffer, so
// that neither copies once more. A message may be as long as it likes and 10,000 structs deep.
class BufferTransport final
    : public apache::thrift::transport::TVirtualTransport<BufferTransport,
                                                          apache::thrift::transport::TBufferBase> {
 public:
  BufferTransport()
      : TVirtualTransport(
            std::make_shared<apache::thrift::TConfiguration>(INT_MAX, INT_MAX, 10000)) {}

  bool isOpen() const override { return true; }

  // Reads begin at the first byte. What was read before counts no more against the limit.
  void read_from(std::span<const std::byte> bytes) {
    auto* begin = const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(bytes.data()));
    setReadBuffer(begin, static_cast<std::uint32_t>(std::min<std::size_t>(bytes.size(), INT_MAX)));
    resetConsumedMessageSize();
  }

  // Writes go behind the buffer's last byte; `finish` makes them part of it.
  void write_to(Buffer& buffer) {
    buffer_ = &buffer;
    make_room(1);
  }
  void finish() {
    buffer_->commit(static_cast<std::size_t>(wBase_ - begin_));
    begin_ = wBase_;
  }

  std::uint32_t readAll(std::uint8_t* to, std::uint32_t count) {
    return TBufferBase::readAll(to, count);
  }

 protected:
  std::uint32_t readSlow(std::uint8_t*, std::uint32_t) override { return 0; }  // the end
  const std::uint8_t* borrowSlow(std::uint8_t*, std::uint32_t*) override { return nullptr; }
  void writeSlow(const std::uint8_t* from, std::uint32_t count) override {
    finish();
    make_room(count);
    std::memcpy(wBase_, from, count);
    wBase_ += count;
  }

 private:
  void make_room(std::size_t count) {
    begin_ = reinterpret_cast<std::uint8_t*>(buffer_->reserve(count));
    const std::size_t room = buffer_->capacity() - buffer_->size();
    setWriteBuffer(begin_, static_cast<std::uint32_t>(std::min<std::size_t>(room, UINT32_MAX)));
  }

  Buffer* buffer_ = nullptr;
  std::uint8_t* begin_ = nullptr;
};

template <class T>
concept Number = std::is_arithmetic_v<T>;
template <class T, class U>
concept Differ = !std::same_as<T, U>;

// Containers may hold one another.
template <class T, Differ<T> Item>
void put(const std::vector<T>& from, std::vector<Item>* to);
template <class T, Differ<T> Item>
void put(const std::map<std::string, T>& from, std::map<std::string, Item>* to);
template <Entries T, class Item>
void put(const T& from, std::vector<Item>* to);
template <class Item, Differ<Item> T>
void get(std::vector<Item>&& from, std::vector<T>& to);
template <class Item, Differ<Item> T>
void get(std::map<std::string, Item>&& from, std::map<std::string, T>& to);
template <class Item, Entries T>
void get(std::vector<Item>&& from, T& to);
template <class Real = double, class T>
std::uint64_t sum(const std::vector<T>& list);
template <class Real = double, class T>
std::uint64_t sum(const std::map<std::string, T>& map);

// put: plain value to struct. Unsigned numbers become signed ones of the same bits or more.

template <Converted T, class Member>
void put(const T& from, Member* to) {
  if constexpr (Number<Member>) {
    *to = own_written(from);
  } else {
    with_written(from, [&](const auto& written) { to->assign(written.begin(), written.end()); });
  }
}
template <Number T, Number Member>
void put(T from, Member* to) {
  *to = static_cast<Member>(from);
}
template <Enum T, Enum Member>
void put(T from, Member* to) {
  *to = static_cast<Member>(from);
}
inline void put(const Bytes& from, std::string* to) {
  to->assign(from.begin(), from.end());
}
// What is one type on both sides: strings, and containers of what is.
template <class T>
requires(!Number<T>) void put(const T& from, T* to) {
  *to = from;
}
template <class T, class Struct>
void put(const T& from, std::shared_ptr<Struct>* to) {
  *to = std::make_shared<Struct>();
  put(from, to->get());
}
template <class T, Differ<T> Item>
void put(const std::vector<T>& from, std::vector<Item>* to) {
  if constexpr (Number<T>) {
    to->assign(from.begin(), from.end());
  } else {
    to->resize(from.size());
    auto place = to->begin();
    for (const T& item : from) put(item, &*place++);
  }
}
template <class T, Differ<T> Item>
void put(const std::map<std::string, T>& from, std::map<std::string, Item>* to) {
  for (const auto& [key, item] : from) put(item, &to->try_emplace(to->end(), key)->second);
}

template <Entries T, class Item>
void put(const T& from, std::vector<Item>* to) {
  to->resize(from.size());
  auto place = to->begin();
  for (const auto& entry : from) put(entry, &*place++);
}

// get: struct to plain value, which takes over what it can.

// What stands in place of a logical type.
template <Converted T, class Member>
WrittenFor<T> written_in(const Member& from) {
  if constexpr (written_as<T> == WrittenAs::bytes) {
    return {reinterpret_cast<const std::uint8_t*>(from.data()), from.size()};
  } else {
    return from;
  }
}
template <class Member, Converted T>
void get(Member from, T& to) {
  set_written(to, written_in<T>(from));
}
template <Number Member, Number T>
void get(Member from, T& to) {
  to = static_cast<T>(from);
}
template <Enum Member, Enum T>
void get(Member from, T& to) {
  to = symbol<T>(from);
}
inline void get(std::string&& from, Bytes& to) {
  to.assign(from.begin(), from.end());
}
template <class T>
requires(!Number<T>) void get(T&& from, T& to) {
  to = std::move(from);
}
// Thrift drops the struct that a reference holds where nothing is set in it.
template <class Struct, class T>
void get(std::shared_ptr<Struct>&& from, T& to) {
  if (from) get(std::move(*from), to);
}
template <class Item, Differ<Item> T>
void get(std::vector<Item>&& from, std::vector<T>& to) {
  if constexpr (Number<T>) {
    to.assign(from.begin(), from.end());
  } else {
    to.resize(from.size());
    auto place = to.begin();
    for (Item& item : from) get(std::move(item), *place++);
  }
}
template <class Item, Differ<Item> T>
void get(std::map<std::string, Item>&& from, std::map<std::string, T>& to) {
  for (auto& [key, item] : from) get(std::move(item), to.try_emplace(to.end(), key)->second);
}

template <class Item, Entries T>
void get(std::vector<Item>&& from, T& to) {
  for (Item& entry : from) add_item(to, [&](auto& item) { get(std::move(entry), item); });
}

// sum: the visit sum of a struct's part. `Real` is what a double was before it was put there.

template <class Real = double, Leaf T>
std::uint64_t sum(T leaf) {
  if constexpr (std::same_as<T, double>) {
    return leaf_sum(static_cast<Real>(leaf));
  } else {
    return leaf_sum(leaf);
  }
}
template <class Real = double>
std::uint64_t sum(const std::string& text) {
  return text_sum(text);
}
template <class Real = double, class Struct>
std::uint64_t sum(const std::shared_ptr<Struct>& reference) {
  return reference ? sum(*reference) : sum(Struct());
}
template <class Real, class T>
std::uint64_t sum_of_item(const T& item) {
  if constexpr (std::same_as<Real, double>) {
    return sum(item);
  } else {
    return sum<Real>(item);
  }
}
template <class Real, class T>
std::uint64_t sum(const std::vector<T>& list) {
  auto total = static_cast<std::uint64_t>(list.size());
  for (const auto& item : list) total += sum_of_item<Real>(static_cast<const T&>(item));
  return total;
}
template <class Real, class T>
std::uint64_t sum(const std::map<std::string, T>& map) {
  auto total = static_cast<std::uint64_t>(map.size());
  for (const auto& [key, item] : map) total += text_sum(key) + sum_of_item<Real>(item);
  return total;
}

// sum_as: the same of what stands in place of a logical type T.

template <Converted T, class Member>
std::uint64_t sum_as(const Member& member) {
  return written_sum<T>(written_in<T>(member));
}
template <Converted T, class Item>
std::uint64_t sum_as(const std::map<std::string, Item>& map);
template <Converted T, class Item>
std::uint64_t sum_as(const std::vector<Item>& list) {
  auto total = static_cast<std::uint64_t>(list.size());
  for (const Item& item : list) total += sum_as<T>(item);
  return total;
}
template <Converted T, class Item>
std::uint64_t sum_as(const std::map<std::string, Item>& map) {
  auto total = static_cast<std::uint64_t>(map.size());
  for (const auto& [key, item] : map) total += text_sum(key) + sum_as<T>(item);
  return total;
}

}  // namespace serbench::thrift
