#include "serbench/name_table.hpp"

#include <bit>

namespace serbench {

NameTable::NameTable(std::span<const std::string_view> names) : names_(names) {
  // A quarter full at most, so that a search ends after one or two slots.
  const std::size_t slots = std::bit_ceil(names.size() * 4 + 4);
  slots_.assign(slots, none);
  mask_ = slots - 1;
  for (std::uint32_t place = 0; place < names.size(); ++place) {
    std::uint64_t slot = hash(names[place]) & mask_;
    while (slots_[slot] != none) slot = (slot + 1) & mask_;
    slots_[slot] = place;
  }
}

}  // namespace serbench
