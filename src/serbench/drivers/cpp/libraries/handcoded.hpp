// What one writes by hand when nothing else is fast enough: fields in schema order, little-endian
// and of fixed width, with 32-bit lengths; a record without fields is a byte, the number of a variant, too.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "libraries/bytes.hpp"
#include "serbench/buffer.hpp"
#include "serbench/describe.hpp"

namespace serbench::handcoded {

using Length = std::uint32_t;
inline constexpr int depth_limit = 1000;

template <class T>
concept Number = std::is_arithmetic_v<T> || Enum<T> || FixedNative<T>;
template <class T>
concept Text = String<T> || ByteString<T>;
// A list whose items lie in memory as they do in the encoded bytes.
template <class T>
concept Block = List<T> && std::is_arithmetic_v<typename T::value_type> &&
    !std::same_as<typename T::value_type, bool>;

template <class T>
concept OptionalNumber = Optional<T> && Number<typename T::value_type>;
template <class T>
concept OptionalString = Optional<T> && String<typename T::value_type>;

// Strings of up to so many bytes are copied with no question of room.
inline constexpr std::size_t short_string = 32;

// The most bytes that a T takes, but for longer strings and what lies in lists, maps and optionals:
// for those, room is asked when they come.
template <class T>
constexpr std::size_t most_at_once() {
  if constexpr (Number<T>) {
    return sizeof(T);
  } else if constexpr (String<T>) {
    return sizeof(Length) + short_string;
  } else if constexpr (OptionalNumber<T> || OptionalString<T>) {
    return 1 + most_at_once<typename T::value_type>();
  } else if constexpr (Union<T>) {
    return 1;
  } else if constexpr (Described<T>) {
    std::size_t total = 1;
    for_each_field_type<T>([&]<class M>(std::type_identity<M>) { total += most_at_once<M>(); });
    return total;
  } else {
    return sizeof(Length);
  }
}

// Writes in one pass: a pass that measured first would add a third. Everywhere `to` is where
// the next byte goes, handed from field to field in a register, and `after` the room that must be
// left when the value is written; before it, that and most_at_once must be there.
class Writer {
 public:
  explicit Writer(Buffer& out) : out_(out) {}

  template <class T>
  void write(const T& root) {
    std::byte* to = out_.reserve(most_at_once<T>());
    end_ = out_.data() + out_.capacity();
    to = put(to, root, 0);
    out_.commit(static_cast<std::size_t>(to - out_.data()) - out_.size());
  }

 private:
  template <class T>
  [[gnu::always_inline]] std::byte* put(std::byte* to, const T& value, std::size_t after) {
    if constexpr (Number<T>) {
      return store(to, value);
    } else if constexpr (Native<T>) {  // an integer of any size
      return put(to, LogicalType<T>::bytes(value), after);
    } else if constexpr (String<T>) {
      to = store(to, static_cast<Length>(value.size()));
      return put_text(to, value.data(), value.size(), after);
    } else if constexpr (OptionalNumber<T>) {  // without a branch
      using N = typename T::value_type;
      store(store(to, value.has_value()), value ? *value : N());
      return to + (value ? 1 + sizeof(N) : 1);
    } else if constexpr (Described<T>) {
      return put_more(to, value, after);
    } else if constexpr (Union<T>) {
      to = store(to, static_cast<std::uint8_t>(value.index()));
      return std::visit(
          [&]<class V>(const V& v) { return put(ensure(to, most_at_once<V>() + after), v, after); },
          value);
    } else if constexpr (Optional<T>) {
      to = store(to, value.has_value());
      if (!value) return to;
      if constexpr (OptionalString<T>) return put(to, *value, after);
      return put_more(to, value, after);
    } else {
      to = store(to, static_cast<Length>(value.size()));
      return value.empty() ? to : put_more(to, value, after);
    }
  }

  // What is not put inline: records, and what lies in optionals, maps and lists.
  template <class T>
  std::byte* put_more(std::byte* to, const T& value, std::size_t after) {
    if constexpr (Described<T>) {
      if constexpr (wire_names<T>.empty()) *to++ = std::byte{0};
      for_each_field(
          value, [&](std::string_view, const auto& member) __attribute__((always_inline)) {
            to = put(to, member, most_at_once<T>() + after);
          });
    } else if constexpr (Optional<T>) {
      using Item = typename T::value_type;
      to = put(ensure(to, most_at_once<Item>() + after), *value, after);
    } else if constexpr (AnyMap<T>) {
      constexpr std::size_t item = most_at_once<typename T::mapped_type>();
      for (const auto& [key, mapped] : value) {
        to =
            put(ensure(to, most_at_once<typename T::key_type>() + item + after), key, item + after);
        to = put(to, mapped, after);
      }
    } else if constexpr (ByteString<T> || Block<T>) {
      const std::size_t size = value.size() * sizeof(typename T::value_type);
      to = store_bytes(ensure(to, size + after), value.data(), size);
    } else {
      for (const typename T::value_type& item : value) {
        to = put(ensure(to, most_at_once<typename T::value_type>() + after), item, after);
      }
    }
    return to;
  }

  // A std::string holds 16 bytes at least, whatever its size: in its object, or on the heap.
  [[gnu::always_inline]] std::byte* put_text(std::byte* to, const char* text, std::size_t size,
                                             std::size_t after) {
    static_assert(std::string().capacity() >= 15);
    if (size > short_string) return put_long(to, text, size, after);
    copy_16(to, text);
    if (size > 16) copy_16(to + size - 16, text + size - 16);
    return to + size;
  }

  [[gnu::noinline]] std::byte* put_long(std::byte* to, const char* text, std::size_t size,
                                        std::size_t after) {
    to = ensure(to, size + after);
    if (size <= 64) {
      copy_16(to, text);
      copy_16(to + 16, text + 16);
      copy_16(to + size - 32, text + size - 32);
      copy_16(to + size - 16, text + size - 16);
    } else {
      std::memcpy(to, text, size);
    }
    return to + size;
  }

  [[gnu::always_inline]] static void copy_16(std::byte* to, const void* from) {
    struct {
      std::uint64_t low, high;
    } words;
    std::memcpy(&words, from, sizeof words);
    std::memcpy(to, &words, sizeof words);
  }

  [[gnu::always_inline]] std::byte* ensure(std::byte* to, std::size_t size) {
    if (static_cast<std::size_t>(end_ - to) < size) [[unlikely]]
      return grow(to, size);
    return to;
  }
  [[gnu::noinline]] std::byte* grow(std::byte* to, std::size_t size) {
    out_.commit(static_cast<std::size_t>(to - out_.data()) - out_.size());
    to = out_.reserve(size);
    end_ = out_.data() + out_.capacity();
    return to;
  }

  Buffer& out_;
  std::byte* end_ = nullptr;
};

// The fewest bytes an item takes, so that a wrong length is refused before memory is asked for.
template <class T>
constexpr std::size_t least_size() {
  if constexpr (Number<T>) {
    return sizeof(T);
  } else if constexpr (Optional<T> || Union<T>) {
    return 1;
  } else if constexpr (Described<T>) {
    std::size_t total = 0;
    for_each_field_type<T>([&]<class M>(std::type_identity<M>) { total += least_size<M>(); });
    return total == 0 ? 1 : total;
  } else {
    return sizeof(Length);
  }
}

template <class T>
Length get_length(Input& in) {
  const auto length = in.load<Length>();
  if (length * least_size<T>() > in.left()) throw std::runtime_error("a length beyond the bytes");
  return length;
}

template <class T>
void get(Input& in, T& value, int depth) {
  if constexpr (std::same_as<T, bool>) {
    value = in.load<std::uint8_t>() != 0;
  } else if constexpr (Number<T>) {
    value = in.load<T>();
    if constexpr (Enum<T>) {
      if (static_cast<std::uint32_t>(value) >= wire_names<T>.size())
        throw std::runtime_error("no symbol");
    }
    if constexpr (FixedNative<T>) {
      if (!LogicalType<T>::is_sound(value)) throw std::runtime_error("no value of a logical type");
    }
  } else if constexpr (Native<T>) {
    const auto length = in.load<Length>();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(in.take(length));
    LogicalType<T>::from_bytes(BytesView(bytes, length), value);
  } else if constexpr (Text<T>) {
    const auto length = in.load<Length>();
    const auto* bytes = reinterpret_cast<const typename T::value_type*>(in.take(length));
    value = T(bytes, bytes + length);
  } else if constexpr (Union<T>) {
    const bool is_known = with_number<T>(
        in.load<std::uint8_t>(), [&](auto i) { get(in, value.template emplace<i>(), depth); });
    if (!is_known) throw std::runtime_error("no variant of its union");
  } else if constexpr (Optional<T>) {
    if (in.load<std::uint8_t>() != 0) get(in, value.emplace(), depth);
  } else if constexpr (Described<T>) {
    if (depth == depth_limit) throw std::runtime_error("records lie too deep in one another");
    if constexpr (wire_names<T>.empty()) in.take(1);
    for_each_field(value, [&](std::string_view, auto& member) { get(in, member, depth + 1); });
  } else if constexpr (AnyMap<T>) {
    for (auto left = get_length<typename T::key_type>(in); left != 0; --left) {
      typename T::key_type key{};
      get(in, key, depth);
      get(in, value.try_emplace(value.end(), std::move(key))->second, depth);
    }
  } else if constexpr (Block<T>) {
    const std::size_t length = get_length<typename T::value_type>(in);
    const auto* bytes = in.take(length * sizeof(typename T::value_type));
    value.resize(length);
    if (length != 0) std::memcpy(value.data(), bytes, length * sizeof(typename T::value_type));
  } else if constexpr (std::same_as<T, std::vector<bool>>) {
    value.resize(get_length<bool>(in));
    for (auto item : value) item = in.load<std::uint8_t>() != 0;
  } else {
    value.resize(get_length<typename T::value_type>(in));
    for (auto& item : value) get(in, item, depth);
  }
}

}  // namespace serbench::handcoded
