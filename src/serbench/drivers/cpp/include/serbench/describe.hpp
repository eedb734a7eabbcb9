// What generated types are described with: Boost.Describe for members and symbols, arrays for
// their wire names. Everything generic reaches fields through for_each_field below.
#pragma once

#include <array>
#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// BOOST_DESCRIBE_STRUCT and BOOST_DESCRIBE_ENUM take 52 names at most. These expand to the same
// functions piece by piece: BEGIN, then up to 52 names a line, then END.
// clang-format off
#define SERBENCH_DESCRIBE_BEGIN(C)                                                         \
  BOOST_DESCRIBE_MAYBE_UNUSED BOOST_DESCRIBE_BASES(C)                                      \
  BOOST_DESCRIBE_MAYBE_UNUSED BOOST_DESCRIBE_PROTECTED_MEMBERS(C)                          \
  BOOST_DESCRIBE_MAYBE_UNUSED BOOST_DESCRIBE_PRIVATE_MEMBERS(C)                            \
  BOOST_DESCRIBE_MAYBE_UNUSED inline auto boost_public_member_descriptor_fn(C**) {         \
    return boost::describe::detail::member_descriptor_fn_impl<boost::describe::mod_public>(0
#define SERBENCH_DESCRIBE_MEMBERS(C, ...) \
  BOOST_DESCRIBE_PP_FOR_EACH(BOOST_DESCRIBE_MEMBER_IMPL, C, __VA_ARGS__)
#define SERBENCH_DESCRIBE_END(C) ); }
#define SERBENCH_DESCRIBE_ENUM_BEGIN(E) BOOST_DESCRIBE_MAYBE_UNUSED BOOST_DESCRIBE_ENUM_BEGIN(E)
#define SERBENCH_DESCRIBE_SYMBOLS(E, ...) \
  BOOST_DESCRIBE_PP_FOR_EACH(BOOST_DESCRIBE_ENUM_ENTRY, E, __VA_ARGS__)
#define SERBENCH_DESCRIBE_ENUM_END(E) BOOST_DESCRIBE_ENUM_END(E)
// clang-format on

namespace serbench {

template <std::size_t N>
using WireNames = std::array<std::string_view, N>;

// The fields of a record, or the symbols of an enum, as they stand in JSON, in schema order.
template <class T>
inline constexpr WireNames<0> wire_names = {};

// Whether a map with such keys is the list of its entries to a codec. schema/types.hpp says it.
template <class K>
inline constexpr bool lists_entries = false;
// An entry is a record: in its map, or, with a key that is not const, before it is there.
template <class T>
inline constexpr bool is_listed_entry = false;
template <class K, class V>
inline constexpr bool is_listed_entry<std::pair<K, V>> = lists_entries<std::remove_const_t<K>>;
template <class K, class V>
inline constexpr WireNames<2> wire_names<std::pair<K, V>> = {"key", "value"};

template <class T>
concept Described = std::is_class_v<T> &&
    (is_listed_entry<T> || boost::describe::has_describe_members<T>::value);
template <class T>
concept DescribedOrConst = Described<std::remove_const_t<T>>;
template <class T>
concept Enum = std::is_enum_v<T>;
using Bytes = std::vector<std::uint8_t>;
using BytesView = std::span<const std::uint8_t>;
// A list of u8, which in JSON is a list of numbers where Bytes are base64: a type of its own tells
// them apart.
struct ListOfU8 : std::vector<std::uint8_t> {
  using std::vector<std::uint8_t>::vector;
};
// What a plain value holds, and what a view of it borrows (schema/views.hpp).
template <class T>
concept String = std::same_as<T, std::string> || std::same_as<T, std::string_view>;
template <class T>
concept ByteString = std::same_as<T, Bytes> || std::same_as<T, BytesView>;
// The map that formats have. One that a schema has as the list of its entries compares its keys,
// where these are text, by std::less<>.
template <class T>
concept Map = std::same_as<T, std::map<typename T::key_type, typename T::mapped_type>> &&
    String<typename T::key_type>;
template <class T>
concept AnyMap =
    std::same_as<T,
                 std::map<typename T::key_type, typename T::mapped_type, typename T::key_compare>>;
// A map that is the list of its entries to a codec.
template <class T>
concept Entries = AnyMap<T> && !Map<T> && lists_entries<typename T::key_type>;
template <class T>
concept List = std::same_as<T, ListOfU8> ||
               (std::same_as<T, std::vector<typename T::value_type>> && !std::same_as<T, Bytes>) ||
               Entries<T>;

// An item of a list before it is in there.
template <class T>
struct ItemOfList {
  using type = typename T::value_type;
};
template <Entries T>
struct ItemOfList<T> {
  using type = std::pair<typename T::key_type, typename T::mapped_type>;
};
template <List T>
using ItemOf = typename ItemOfList<T>::type;
// Of two entries with one key, the last one stays.
template <List T>
void append(T& to, ItemOf<T>&& item) {
  if constexpr (Entries<T>) {
    to.insert_or_assign(to.end(), std::move(item.first), std::move(item.second));
  } else {
    to.push_back(std::move(item));
  }
}
// Calls f with a new item.
template <List T, class F>
void add_item(T& to, F&& f) {
  if constexpr (Entries<T>) {
    ItemOf<T> entry{};
    f(entry);
    append(to, std::move(entry));
  } else {
    f(to.emplace_back());
  }
}
// Calls f with each of `count` items, which are then all that there are.
template <List T, class F>
void fill(T& to, std::size_t count, F&& f) {
  if constexpr (Entries<T>) {
    to.clear();
    for (; count != 0; --count) add_item(to, f);
  } else {
    to.resize(count);
    for (auto&& item : to) f(item);
  }
}
template <List T>
void reserve(T& to, std::size_t count) {
  if constexpr (!Entries<T>) to.reserve(count);
}
// What codecs write in place of a logical type: the type itself, as the library does, or an integer,
// a text or bytes, which conversions make. schema/types.hpp says it of each that the schema has.
enum class WrittenAs : std::uint8_t { no_logical_type, itself, count, text, bytes };
template <class T>
inline constexpr WrittenAs written_as = WrittenAs::no_logical_type;
template <class T>
concept Logical = (written_as<T> != WrittenAs::no_logical_type);
template <class T>
concept Native = (written_as<T> == WrittenAs::itself);
template <class T>
concept Converted = Logical<T> && !Native<T>;
// How: serbench/logical.hpp.
template <class T>
struct LogicalType;
// Whose bytes are its value, wherever they lie.
template <class T>
concept FixedNative = Native<T> && std::is_trivially_copyable_v<T>;
// A value of the logical type that the C++ type cannot hold.
struct BeyondType : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Integers that an int32_t holds all values of.
template <class T>
concept FitsInt32 = std::is_integral_v<T> && !std::same_as<T, bool> &&
                    (sizeof(T) < sizeof(std::int32_t) || std::same_as<T, std::int32_t>);
// std::optional and Box.
template <class T>
concept Optional = requires(T& t) {
  t.has_value();
  t.emplace();
  *t;
};

// Whether a record only tells a field that is null from one that is absent, to a codec that leaves the
// latter out: what the record holds is written in its place. schema/types.hpp says it.
template <class T>
inline constexpr bool tells_absent = false;
// A field that is left out if it is absent.
template <class T>
concept MayBeAbsent = Optional<T> && tells_absent<typename T::value_type>;

// A union. Its variants are told apart by what they are in JSON.
template <class T>
inline constexpr bool is_variant = false;
template <class... Variant>
inline constexpr bool is_variant<std::variant<Variant...>> = true;
template <class T>
concept Union = is_variant<T>;

enum class JsonShape : std::uint8_t { boolean, number, string, array, object, null };

template <class T>
constexpr JsonShape json_shape() {
  if constexpr (std::same_as<T, bool>) {
    return JsonShape::boolean;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return JsonShape::number;
  } else if constexpr (String<T> || ByteString<T> || Enum<T>) {
    return JsonShape::string;
  } else if constexpr (Described<T> || Map<T>) {
    return JsonShape::object;
  } else {
    static_assert(List<T> || AnyMap<T>);
    return JsonShape::array;
  }
}

// What a variant of this type is called, where a format wants a name.
template <class T>
constexpr std::string_view variant_name() {
  if constexpr (std::same_as<T, bool>) {
    return "Bool";
  } else if constexpr (std::is_floating_point_v<T>) {
    return "Float";
  } else if constexpr (std::is_arithmetic_v<T>) {
    return "Int";
  } else if constexpr (String<T>) {
    return "Text";
  } else if constexpr (ByteString<T>) {
    return "Bytes";
  } else if constexpr (Enum<T>) {
    return "Symbol";
  } else if constexpr (Described<T>) {
    return "Record";
  } else if constexpr (Map<T>) {
    return "Map";
  } else {
    static_assert(List<T> || AnyMap<T>);
    return "List";
  }
}

// Calls f(I) with the place of the first variant of a union that `is(std::type_identity<V>())`,
// as a constant; false if there is none.
template <Union T, class Is, class F, std::size_t I = 0>
constexpr bool with_variant(Is&& is, F&& f) {
  if constexpr (I == std::variant_size_v<T>) {
    return false;
  } else {
    if (!is(std::type_identity<std::variant_alternative_t<I, T>>())) {
      return with_variant<T, Is, F, I + 1>(std::forward<Is>(is), std::forward<F>(f));
    }
    f(std::integral_constant<std::size_t, I>());
    return true;
  }
}

// As with_variant, by what the value is in JSON, by the variant's name, and by its number.
template <Union T, class F>
constexpr bool with_shape(JsonShape shape, F&& f) {
  const auto is = [&]<class V>(std::type_identity<V>) { return json_shape<V>() == shape; };
  return with_variant<T>(is, std::forward<F>(f));
}
template <Union T, class F>
constexpr bool with_name(std::string_view name, F&& f) {
  const auto is = [&]<class V>(std::type_identity<V>) { return variant_name<V>() == name; };
  return with_variant<T>(is, std::forward<F>(f));
}
template <Union T, class F>
constexpr bool with_number(std::size_t number, F&& f) {
  auto is = [left = number]<class V>(std::type_identity<V>) mutable { return left-- == 0; };
  return with_variant<T>(is, std::forward<F>(f));
}

template <class T>
struct MembersOf {
  using type = boost::describe::describe_members<T, boost::describe::mod_public>;
};
template <class K, class V>
struct MembersOf<std::pair<K, V>> {
  struct Key {
    static constexpr auto pointer = &std::pair<K, V>::first;
  };
  struct Value {
    static constexpr auto pointer = &std::pair<K, V>::second;
  };
  using type = boost::mp11::mp_list<Key, Value>;
};
template <class T>
using Members = typename MembersOf<T>::type;

// As a constant: compilers load what an array of string views holds, and then know no length.
template <class T, std::size_t I>
[[gnu::always_inline]] constexpr std::string_view wire_name() {
  constexpr const char* text = wire_names<T>[I].data();
  constexpr std::size_t size = wire_names<T>[I].size();
  return {text, size};
}

// Calls f(wire name, member) for each field of a record, in schema order. It is always inlined: what
// f captures, such as where the next byte goes, then stays in a register, where a call would send
// it through memory with each field. That halves the time of a codec that does little else.
template <DescribedOrConst T, class F, template <class...> class List, class... Member>
[[gnu::always_inline]] constexpr void for_each_of([[maybe_unused]] T& record, [[maybe_unused]] F& f,
                                                  List<Member...>) {
  [[maybe_unused]] std::size_t i = 0;
  (f(wire_names<std::remove_const_t<T>>[i++], record.*Member::pointer), ...);
}
template <DescribedOrConst T, class F>
[[gnu::always_inline]] constexpr void for_each_field(T& record, F&& f) {
  for_each_of(record, f, Members<std::remove_const_t<T>>());
}

// The place of field I of a record T, as a pointer to a member.
template <Described T, std::size_t I>
inline constexpr auto member_of = boost::mp11::mp_at_c<Members<T>, I>::pointer;

template <class Pointer>
struct MemberOf;
template <class T, class M>
struct MemberOf<M T::*> {
  using type = std::remove_const_t<M>;  // an entry's key is const
};

// Calls f(std::type_identity<M>()) for the type M of each field; inlined as for_each_field is.
template <class F, template <class...> class List, class... Member>
[[gnu::always_inline]] constexpr void for_each_type_of([[maybe_unused]] F& f, List<Member...>) {
  (f(std::type_identity<typename MemberOf<std::remove_cv_t<decltype(Member::pointer)>>::type>()),
   ...);
}
template <Described T, class F>
[[gnu::always_inline]] constexpr void for_each_field_type(F&& f) {
  for_each_type_of(f, Members<T>());
}

// What a record holds that tells absent from null.
template <DescribedOrConst T>
requires tells_absent<std::remove_const_t<T>>
constexpr auto& told(T& record) {
  return record.*member_of<std::remove_const_t<T>, 0>;
}
template <MayBeAbsent T>
using ToldOf = std::remove_cvref_t<decltype(told(std::declval<typename T::value_type&>()))>;

template <Described T>
constexpr bool some_may_be_absent() {
  bool result = false;
  for_each_field_type<T>([&]<class M>(std::type_identity<M>) { result |= MayBeAbsent<M>; });
  return result;
}

// As for_each_field, of what stands in formats that leave out what is absent.
template <Described T, class F>
[[gnu::always_inline]] constexpr void for_each_present(const T& record, F&& f) {
  if constexpr (some_may_be_absent<T>()) {
    for_each_field(record, [&]<class M>(std::string_view name, const M& member) {
      if constexpr (MayBeAbsent<M>) {
        if (member) f(name, told(*member));
      } else {
        f(name, member);
      }
    });
  } else {
    for_each_field(record, f);
  }
}
// How many those are.
template <Described T>
[[gnu::always_inline]] constexpr std::size_t count_present(const T& record) {
  std::size_t count = wire_names<T>.size();
  for_each_field(record, [&]<class M>(std::string_view, const M& member) {
    if constexpr (MayBeAbsent<M>) count -= !member;
  });
  return count;
}

// What a conversion makes: an integer, a view of text or of bytes.
template <class T, WrittenAs>
struct WrittenOf;
template <class T>
struct WrittenOf<T, WrittenAs::count> {
  using type = typename LogicalType<T>::Count;
};
template <class T>
struct WrittenOf<T, WrittenAs::text> {
  using type = std::string_view;
};
template <class T>
struct WrittenOf<T, WrittenAs::bytes> {
  using type = BytesView;
};
template <Converted T>
using WrittenFor = typename WrittenOf<T, written_as<T>>::type;

// Calls f with what is written in place of a value; a view lasts as long as the call.
template <Converted T, class F>
decltype(auto) with_written(const T& value, F&& f) {
  if constexpr (written_as<T> == WrittenAs::count) {
    return f(LogicalType<T>::count(value));
  } else if constexpr (written_as<T> == WrittenAs::text) {
    const auto text = LogicalType<T>::text(value);
    return f(std::string_view(text));
  } else {
    const auto bytes = LogicalType<T>::bytes(value);
    return f(BytesView(bytes));
  }
}
// What owns its text or bytes.
template <Converted T>
using OwnWritten = std::conditional_t<
    std::same_as<WrittenFor<T>, std::string_view>, std::string,
    std::conditional_t<std::same_as<WrittenFor<T>, BytesView>, Bytes, WrittenFor<T>>>;
template <Converted T>
OwnWritten<T> own_written(const T& value) {
  return with_written(value, [](const auto& written) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(written)>>) {
      return written;
    } else {
      return OwnWritten<T>(written.begin(), written.end());
    }
  });
}
// Throws std::runtime_error if that stands for no value of the type.
template <Converted T>
void set_written(T& value, WrittenFor<T> written) {
  if constexpr (written_as<T> == WrittenAs::count) {
    LogicalType<T>::from_count(written, value);
  } else if constexpr (written_as<T> == WrittenAs::text) {
    LogicalType<T>::from_text(written, value);
  } else {
    LogicalType<T>::from_bytes(written, value);
  }
}

}  // namespace serbench
