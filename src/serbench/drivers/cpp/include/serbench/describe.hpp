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
#include <string>
#include <string_view>
#include <type_traits>
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

template <class T>
concept Described = std::is_class_v<T> && boost::describe::has_describe_members<T>::value;
template <class T>
concept DescribedOrConst = Described<std::remove_const_t<T>>;
template <class T>
concept Enum = std::is_enum_v<T>;
using Bytes = std::vector<std::uint8_t>;
template <class T>
concept List = std::same_as<T, std::vector<typename T::value_type>> && !std::same_as<T, Bytes>;
template <class T>
concept Map = std::same_as<T, std::map<std::string, typename T::mapped_type>>;
// std::optional and Box.
template <class T>
concept Optional = requires(T& t) {
  t.has_value();
  t.emplace();
  *t;
};

// Calls f(wire name, member) for each field of a record, in schema order.
template <DescribedOrConst T, class F>
constexpr void for_each_field(T& record, F&& f) {
  using Record = std::remove_const_t<T>;
  std::size_t i = 0;
  boost::mp11::mp_for_each<boost::describe::describe_members<Record, boost::describe::mod_public>>(
      [&](auto member) { f(wire_names<Record>[i++], record.*decltype(member)::pointer); });
}

// Calls f(std::type_identity<M>()) for the type M of each field.
template <Described T, class F>
constexpr void for_each_field_type(F&& f) {
  const auto type_of = []<class M>(M T::*) { return std::type_identity<M>(); };
  boost::mp11::mp_for_each<boost::describe::describe_members<T, boost::describe::mod_public>>(
      [&](auto member) { f(type_of(decltype(member)::pointer)); });
}

}  // namespace serbench
