// Where the parts of an in-place block lie (see inplace.hpp), and ways through it with and without
// checks.
#pragma once

#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "libraries/bytes.hpp"
#include "serbench/access.hpp"
#include "serbench/describe.hpp"
#include "serbench/visit.hpp"

namespace serbench::inplace {

using Offset = std::uint32_t;
struct Slot {
  Offset offset;
  std::uint32_t count;
};
inline constexpr int depth_limit = 1000;

template <class T>
concept Fixed = Leaf<T> || FixedNative<T>;
template <class T>
concept Sequence = String<T> || ByteString<T> || List<T> || Map<T>;
template <class T>
concept OptionalRecord = Optional<T> && Described<typename T::value_type>;
template <class T>
concept OptionalLeaf = Optional<T> && Fixed<typename T::value_type>;
// A list whose items lie in memory as they do in the block.
template <class T>
concept Array = List<T> && std::is_arithmetic_v<typename T::value_type> &&
    !std::same_as<typename T::value_type, bool>;

// The bytes that a T takes where it stands.
template <class T>
constexpr std::size_t size_of() {
  if constexpr (Fixed<T>) {
    return sizeof(T);
  } else if constexpr (OptionalLeaf<T>) {
    return 1 + sizeof(typename T::value_type);
  } else if constexpr (OptionalRecord<T>) {
    return sizeof(Offset);
  } else if constexpr (Described<T>) {
    std::size_t total = 0;
    for_each_field_type<T>([&]<class M>(std::type_identity<M>) { total += size_of<M>(); });
    return total == 0 ? 1 : total;
  } else {
    return sizeof(Slot);
  }
}

// The bytes that an item of a sequence takes.
template <class T>
constexpr std::size_t item_size() {
  if constexpr (Native<T>) {
    return 1;
  } else if constexpr (Map<T>) {
    return sizeof(Slot) + size_of<typename T::mapped_type>();
  } else {
    return size_of<typename T::value_type>();
  }
}

template <class T, std::size_t I>
using MemberType = std::remove_cvref_t<decltype(std::declval<T&>().*member_of<T, I>)>;

// Where field I of a record begins.
template <Described T, std::size_t I>
constexpr std::size_t place_of() {
  return []<std::size_t... J>(std::index_sequence<J...>) {
    return (std::size_t{0} + ... + size_of<MemberType<T, J>>());
  }
  (std::make_index_sequence<I>());
}

template <class T>
T load(const std::byte* at) {
  T number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

// How a walk gets from an offset to what is there. `reach` throws if that cannot be.

// Believes what it reads.
struct Trusting {
  static constexpr bool checks = false;
  Trusting() = default;
  Trusting(std::span<const std::byte>, std::size_t) {}
  const std::byte* reach(const std::byte* from, Offset offset, std::size_t) {
    return from + offset;
  }
  void finish() const {}
};

[[noreturn, gnu::noinline]] inline void refuse(const char* why) {
  throw std::runtime_error(why);
}

// For walks over everything: what is reached must begin where the last ended.
class InOrder {
 public:
  static constexpr bool checks = true;
  InOrder(std::span<const std::byte> block, std::size_t root)
      : next_(block.data()), end_(block.data() + block.size()) {
    take(root);
  }
  const std::byte* reach(const std::byte* from, Offset offset, std::size_t size) {
    if (static_cast<std::size_t>(next_ - from) != offset) [[unlikely]]
      refuse("an offset leads astray");
    return take(size);
  }
  void finish() const {
    if (next_ != end_) refuse("bytes are left after the value");
  }

 private:
  const std::byte* take(std::size_t size) {
    if (size > static_cast<std::size_t>(end_ - next_)) [[unlikely]]
      refuse("the bytes end within a value");
    const std::byte* taken = next_;
    next_ += size;
    return taken;
  }
  const std::byte* next_;
  const std::byte* end_;
};

// For a way to one leaf: what is reached must lie within the block.
class Within {
 public:
  static constexpr bool checks = true;
  Within(std::span<const std::byte> block, std::size_t root) : end_(block.data() + block.size()) {
    if (root > block.size()) refuse("the bytes end within a value");
  }
  const std::byte* reach(const std::byte* from, Offset offset, std::size_t size) const {
    const auto left = static_cast<std::size_t>(end_ - from);
    if (offset > left || size > left - offset) [[unlikely]]
      refuse("an offset leads astray");
    return from + offset;
  }

 private:
  const std::byte* end_;
};

template <class T, class Bounds>
T load_leaf(const Bounds&, const std::byte* at) {
  if constexpr (Bounds::checks && std::same_as<T, bool>) {
    if (load<std::uint8_t>(at) > 1) refuse("a bool is neither 0 nor 1");
  }
  const T leaf = load<T>(at);
  if constexpr (Bounds::checks && Enum<T>) {
    if (static_cast<std::uint32_t>(leaf) >= wire_names<T>.size())
      refuse("an enum has no such symbol");
  }
  if constexpr (Bounds::checks && Native<T>) {
    if (!LogicalType<T>::is_sound(leaf)) refuse("no value of a logical type");
  }
  return leaf;
}

// The bytes of an integer of any size, or of what holds one.
template <class T>
struct AnySize {
  BytesView bytes;
};

// Goes through a T that stands at `at`. `see` is called with what a visit sum is made of: leaves,
// texts, and the counts of items and of optionals that are there. Returns the sum of what it
// returned, which stays in a register as a sum in memory would not.
template <class T, class Bounds, class See>
std::uint64_t walk(Bounds& bounds, const std::byte* at, const See& see, int depth) {
  if constexpr (Fixed<T>) {
    return see(load_leaf<T>(bounds, at));
  } else if constexpr (OptionalLeaf<T>) {
    if (!load_leaf<bool>(bounds, at)) return 0;
    return see(std::uint64_t{1}) + walk<typename T::value_type>(bounds, at + 1, see, depth);
  } else if constexpr (Optional<T>) {
    using Item = typename T::value_type;
    const auto offset = load<Offset>(at);
    if (offset == 0) return 0;
    if constexpr (OptionalRecord<T>) at = bounds.reach(at, offset, size_of<Item>());
    return see(std::uint64_t{1}) + walk<Item>(bounds, at, see, depth);
  } else if constexpr (Described<T>) {
    if (Bounds::checks && depth == depth_limit) refuse("records lie too deep in one another");
    std::uint64_t total = 0;
    for_each_field_type<T>([&]<class M>(std::type_identity<M>) __attribute__((always_inline)) {
      total += walk<M>(bounds, at, see, depth + 1);
      at += size_of<M>();
    });
    return total;
  } else {
    const auto [offset, count] = load<Slot>(at);
    const std::byte* item = bounds.reach(at, offset, count * item_size<T>());
    if constexpr (Native<T>) {
      return see(AnySize<T>{{reinterpret_cast<const std::uint8_t*>(item), count}});
    } else if constexpr (String<T> || ByteString<T>) {
      return see(std::string_view(reinterpret_cast<const char*>(item), count));
    } else {
      std::uint64_t total = see(std::uint64_t{count});
      for (std::uint32_t i = 0; i < count; ++i, item += item_size<T>()) {
        if constexpr (Map<T>) {
          total += walk<std::string>(bounds, item, see, depth);
          total += walk<typename T::mapped_type>(bounds, item + sizeof(Slot), see, depth);
        } else {
          total += walk<typename T::value_type>(bounds, item, see, depth);
        }
      }
      return total;
    }
  }
}

// Throws std::runtime_error if a walk over the block could go wrong.
template <class T>
void check(std::span<const std::byte> block) {
  InOrder bounds(block, size_of<T>());
  walk<T>(
      bounds, block.data(), [](const auto&) { return std::uint64_t{0}; }, 0);
  bounds.finish();
}

template <class T>
std::uint64_t any_size_sum(AnySize<T> leaf) {
  T value{};
  LogicalType<T>::from_bytes(leaf.bytes, value);
  return logical_sum(value);
}
template <class T, class Bounds>
std::uint64_t sum(Bounds& bounds, const std::byte* at) {
  const auto see = []<class L>(const L& leaf) {
    if constexpr (Leaf<L>) {
      return leaf_sum(leaf);
    } else if constexpr (Native<L>) {
      return logical_sum(leaf);
    } else if constexpr (String<L>) {
      return text_sum(leaf);
    } else {
      return any_size_sum(leaf);
    }
  };
  return walk<T>(bounds, at, see, 0);
}

// What the leaf adds to the visit sum to which a path leads from a T at `at`.
template <class T, class Bounds>
std::uint64_t sum_at(Path<>, Bounds& bounds, const std::byte* at) {
  return sum<T>(bounds, at);
}
template <class T, std::size_t I, class... Rest, class Bounds>
std::uint64_t sum_at(Path<FieldStep<I>, Rest...>, Bounds& bounds, const std::byte* at) {
  return sum_at<MemberType<T, I>>(Path<Rest...>(), bounds, at + place_of<T, I>());
}
template <class T, class... Rest, class Bounds>
std::uint64_t sum_at(Path<IfPresent, Rest...>, Bounds& bounds, const std::byte* at) {
  using Item = typename T::value_type;
  if constexpr (OptionalLeaf<T>) {
    return load_leaf<bool>(bounds, at) ? sum_at<Item>(Path<Rest...>(), bounds, at + 1) : 0;
  } else {
    const auto offset = load<Offset>(at);
    if (offset == 0) return 0;
    if constexpr (Described<Item>) at = bounds.reach(at, offset, size_of<Item>());
    return sum_at<Item>(Path<Rest...>(), bounds, at);
  }
}
template <class T, class... Rest, class Bounds>
std::uint64_t sum_at(Path<LastItem, Rest...>, Bounds& bounds, const std::byte* at) {
  const auto [offset, count] = load<Slot>(at);
  if (count == 0) return 0;
  const std::byte* items = bounds.reach(at, offset, count * item_size<T>());
  return sum_at<typename T::value_type>(Path<Rest...>(), bounds,
                                        items + (count - std::size_t{1}) * item_size<T>());
}

}  // namespace serbench::inplace
