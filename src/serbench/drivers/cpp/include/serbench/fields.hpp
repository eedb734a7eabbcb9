// The fields of a record that is read name by name.
#pragma once

#include <array>
#include <bitset>
#include <boost/mp11/algorithm.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "serbench/describe.hpp"
#include "serbench/name_table.hpp"

namespace serbench {

template <class T>
inline const NameTable names_of{wire_names<T>};

template <Described T, std::size_t I>
using field_type = std::remove_cvref_t<decltype(std::declval<T&>().*member_of<T, I>)>;

// One for each record that is read.
template <Described T>
class FieldsByName {
 public:
  // Calls f(i) with the field's place as a constant, or nothing if there is no such field.
  template <class F>
  void with(std::string_view name, F&& f) {
    if constexpr (count != 0) {
      std::uint32_t i = next_;
      if (i == count || !boost::mp11::mp_with_index<count>(
                            i, [&](auto n) { return name == wire_name<T, n>(); })) {
        i = names_of<T>.find(name);
        if (i == NameTable::none) return;
      }
      next_ = i + 1;  // whoever writes records writes their fields in order
      seen_.set(i);
      boost::mp11::mp_with_index<count>(i, f);
    }
  }

  // Whether every field has been met, but for those that may be absent.
  bool all() const {
    if constexpr (some_may_be_absent<T>()) {
      std::size_t i = 0;
      bool result = true;
      for_each_field_type<T>([&]<class M>(std::type_identity<M>) {
        result &= MayBeAbsent<M> || seen_[i];
        ++i;
      });
      return result;
    } else {
      return seen_.all();
    }
  }

  // How many fields have been met, if all have.
  std::size_t count_met() const { return some_may_be_absent<T>() ? seen_.count() : count; }

  // Throws std::runtime_error if a field that is not optional has not been met.
  void require_all() const {
    if (!all()) [[unlikely]]
      look_for_missing();
  }

 private:
  static constexpr std::size_t count = wire_names<T>.size();

  static constexpr std::array<bool, count> needed() {
    std::array<bool, count> result{};
    std::size_t i = 0;
    for_each_field_type<T>([&]<class M>(std::type_identity<M>) { result[i++] = !Optional<M>; });
    return result;
  }

  [[gnu::cold, gnu::noinline]] void look_for_missing() const {
    constexpr std::array<bool, count> is_needed = needed();
    for (std::size_t i = 0; i < count; ++i) {
      if (is_needed[i] && !seen_[i]) {
        throw std::runtime_error("the field " + std::string(wire_names<T>[i]) + " is missing");
      }
    }
  }

  std::bitset<count> seen_;
  std::uint32_t next_ = 0;
};

}  // namespace serbench
