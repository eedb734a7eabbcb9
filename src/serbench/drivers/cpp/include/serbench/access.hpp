// The way to the leaf that the operation `access` reads, as types: docs/protocol.md defines it, and
// the generated `AccessPath` says it for the schema. `Path<>` says that there is no such leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "serbench/describe.hpp"
#include "serbench/visit.hpp"

namespace serbench {

// Into field I of a record T: its name is wire_names<T>[I], its place member_of<T, I>.
template <std::size_t I>
struct FieldStep {};
// Into an optional, if it is there.
struct IfPresent {};
// Into the last item of a list, if it has any.
struct LastItem {};
template <class... Steps>
struct Path {};

// What the leaf at the end of the path adds to the visit sum, or 0 if something on it is absent.
template <class T>
std::uint64_t sum_at(Path<>, const T& leaf) {
  return visit_sum_of(leaf);
}
template <std::size_t I, class... Rest, class T>
std::uint64_t sum_at(Path<FieldStep<I>, Rest...>, const T& record) {
  return sum_at(Path<Rest...>(), record.*member_of<T, I>);
}
template <class... Rest, class T>
std::uint64_t sum_at(Path<IfPresent, Rest...>, const T& optional) {
  return optional ? sum_at(Path<Rest...>(), *optional) : 0;
}
template <class... Rest, class T>
std::uint64_t sum_at(Path<LastItem, Rest...>, const T& list) {
  if (list.empty()) return 0;
  const typename T::value_type& last = list.back();  // of std::vector<bool> it is a copy
  return sum_at(Path<Rest...>(), last);
}

}  // namespace serbench
