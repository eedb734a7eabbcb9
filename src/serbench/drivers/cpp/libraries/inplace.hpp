// A whole value in one block, read where it lies: every record has its fields at fixed places, and
// text, lists, maps and optional records lie further on, at an offset from the place that tells of
// them. Such a block means the same wherever it is copied to.
//
//   number, bool, enum         its bytes, little-endian; so of a logical type, as C++ has it
//   integer of any size        as bytes
//   string, bytes, list, map   Slot: the offset from the slot to the items, and how many they are
//   optional of a number       a byte that is 1 if it is there, and the number
//   optional record            the offset from here to the record, or 0 if it is absent
//   any other optional         as what it holds, with offset 0 if it is absent
//   record                     its fields in schema order; one without fields is a byte
//
// Items and entries lie one after the other without gaps, keys before their values. What belongs to
// a field begins where that of the field before it ended, so a checked walk need only compare each
// offset with the end so far: no two can overlap, and no wrong offset makes a walk longer than the
// block. Nothing is aligned: numbers are loaded as bytes, which costs nothing on x86-64 and ARM64.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "libraries/inplace_walk.hpp"
#include "serbench/buffer.hpp"
#include "serbench/codec.hpp"

namespace serbench::inplace {

// Lays plain values out. Throws CannotHold if offsets would not fit.
class Layout {
 public:
  explicit Layout(Buffer& out) : out_(out) {}

  template <class T>
  void lay_out(const T& root) {
    out_.clear();
    put(add(size_of<T>()), root);
    if (out_.size() > std::numeric_limits<Offset>::max()) {
      throw CannotHold("offsets have 32 bits, and the value is longer");
    }
  }

 private:
  // Positions, since the buffer moves when it grows.
  std::size_t add(std::size_t size) {
    return static_cast<std::size_t>(out_.extend(size) - out_.data());
  }
  template <class T>
  void store_at(std::size_t at, const T& number) {
    store(out_.data() + at, number);
  }

  template <class T>
  void put(std::size_t at, const T& value) {
    if constexpr (Fixed<T>) {
      store_at(at, value);
    } else if constexpr (OptionalLeaf<T>) {
      store_at(at, value.has_value());
      store_at(at + 1, value ? *value : typename T::value_type());
    } else if constexpr (OptionalRecord<T>) {
      if (!value) return store_at(at, Offset{0});
      const std::size_t record = add(size_of<typename T::value_type>());
      store_at(at, static_cast<Offset>(record - at));
      put(record, *value);
    } else if constexpr (Optional<T>) {
      value ? put(at, *value) : store_at(at, Slot{0, 0});
    } else if constexpr (Described<T>) {
      if constexpr (wire_names<T>.empty()) store_at(at, std::uint8_t{0});
      for_each_field(value, [&]<class M>(std::string_view, const M& member) {
        put(at, member);
        at += size_of<M>();
      });
    } else if constexpr (Native<T>) {
      const auto bytes = LogicalType<T>::bytes(value);
      put_items(at, BytesView(bytes));
    } else {
      put_items(at, value);
    }
  }

  template <Sequence T>
  void put_items(std::size_t at, const T& value) {
    std::size_t item = add(value.size() * item_size<T>());
    store_at(at, Slot{static_cast<Offset>(item - at), static_cast<std::uint32_t>(value.size())});
    if constexpr (String<T> || ByteString<T> || Array<T>) {
      store_bytes(out_.data() + item, value.data(), value.size() * item_size<T>());
    } else if constexpr (Map<T>) {
      for (const auto& [key, mapped] : value) {
        put(item, key);
        put(item + sizeof(Slot), mapped);
        item += item_size<T>();
      }
    } else {
      for (const typename T::value_type& one : value) {
        put(item, one);
        item += item_size<T>();
      }
    }
  }

  Buffer& out_;
};

// Fills a new plain value from a block that was checked or is trusted.
template <class T>
void get(const std::byte* at, T& value) {
  if constexpr (Fixed<T>) {
    value = load<T>(at);
  } else if constexpr (OptionalLeaf<T>) {
    if (load<bool>(at)) get(at + 1, value.emplace());
  } else if constexpr (Optional<T>) {
    const auto offset = load<Offset>(at);
    if (offset != 0) get(OptionalRecord<T> ? at + offset : at, value.emplace());
  } else if constexpr (Described<T>) {
    for_each_field(value, [&]<class M>(std::string_view, M& member) {
      get(at, member);
      at += size_of<M>();
    });
  } else {
    const auto [offset, count] = load<Slot>(at);
    const std::byte* item = at + offset;
    if constexpr (Native<T>) {
      LogicalType<T>::from_bytes({reinterpret_cast<const std::uint8_t*>(item), count}, value);
    } else if constexpr (String<T> || ByteString<T>) {
      const auto* text = reinterpret_cast<const typename T::value_type*>(item);
      value.assign(text, text + count);
    } else if constexpr (Array<T>) {
      value.resize(count);
      if (count != 0) std::memcpy(value.data(), item, count * item_size<T>());
    } else if constexpr (Map<T>) {
      for (std::uint32_t i = 0; i < count; ++i, item += item_size<T>()) {
        std::string key;
        get(item, key);
        get(item + sizeof(Slot), value.try_emplace(value.end(), std::move(key))->second);
      }
    } else if constexpr (std::same_as<T, std::vector<bool>>) {
      value.reserve(count);
      for (std::uint32_t i = 0; i < count; ++i) value.push_back(load<bool>(item + i));
    } else {
      fill(value, count, [&](auto& one) {
        get(item, one);
        item += item_size<T>();
      });
    }
  }
}

// A block of its own size: blocks that are made one after the other then lie so.
class Object {
 public:
  void assign(std::span<const std::byte> block) {
    if (block.size() > capacity_) {
      block_ = std::make_unique_for_overwrite<std::byte[]>(block.size());
      capacity_ = block.size();
    }
    std::memcpy(block_.get(), block.data(), block.size());
    size_ = block.size();
  }
  std::span<const std::byte> bytes() const { return {block_.get(), size_}; }

 private:
  std::unique_ptr<std::byte[]> block_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// A value where it lies.
struct View {
  const std::byte* root;
};

// A checked codec walks over what it decodes, borrows or reads, and then knows that no accessor can
// leave the block; `access` checks the steps of its way. An unchecked one believes the block.
template <bool checked>
struct Inplace {
  using Input = Object;
  using Output = Object;

  void populate(const Root& value, Object& in) {
    Layout(scratch_).lay_out(value);
    in.assign(scratch_.bytes());
  }

  // Nothing is left to do: the bytes are the object.
  void encode(const Object& in, Buffer&) { encoded_ = in.bytes(); }
  std::span<const std::byte> storage() const { return encoded_; }

  void decode(std::span<const std::byte> in, Object& out) {
    if constexpr (checked) check<Root>(in);
    out.assign(in);
  }

  void convert(const Object& out, Root& value) { get(out.bytes().data(), value); }

  void borrow(std::span<const std::byte> in, View& out) {
    if constexpr (checked) check<Root>(in);
    out.root = in.data();
  }

  std::uint64_t sum(const View& view) {
    Trusting bounds;
    return inplace::sum<Root>(bounds, view.root);
  }

  std::uint64_t access(std::span<const std::byte> in) requires has_access_leaf {
    std::conditional_t<checked, Within, Trusting> bounds(in, size_of<Root>());
    return sum_at<Root>(AccessPath(), bounds, in.data());
  }

  std::uint64_t read(std::span<const std::byte> in) {
    std::conditional_t<checked, InOrder, Trusting> bounds(in, size_of<Root>());
    const std::uint64_t total = inplace::sum<Root>(bounds, in.data());
    bounds.finish();
    return total;
  }

 private:
  Buffer scratch_;
  std::span<const std::byte> encoded_;
};

}  // namespace serbench::inplace
