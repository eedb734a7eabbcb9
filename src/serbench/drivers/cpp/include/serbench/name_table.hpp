// From a name to its number, in constant time: a hash table built once per record or enum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace serbench {

class NameTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // The names must be distinct and outlive the table.
  explicit NameTable(std::span<const std::string_view> names);

  // The place of the name, or `none`.
  std::uint32_t find(std::string_view name) const {
    for (std::uint64_t slot = hash(name) & mask_; slots_[slot] != none; slot = (slot + 1) & mask_) {
      if (names_[slots_[slot]] == name) return slots_[slot];
    }
    return none;
  }

  // As find, for names that mostly come in order: looks at `guess` first.
  std::uint32_t find(std::string_view name, std::uint32_t guess) const {
    if (guess < names_.size() && names_[guess] == name) return guess;
    return find(name);
  }

  std::span<const std::string_view> names() const { return names_; }

 private:
  // Mixes the length with the first and the last eight bytes, which tell most names apart; the
  // multiplication's high half carries every input bit.
  static std::uint64_t hash(std::string_view name) {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    const std::size_t size = name.size();
    if (size >= 8) {
      std::memcpy(&first, name.data(), 8);
      std::memcpy(&last, name.data() + size - 8, 8);
    } else if (size >= 4) {
      std::memcpy(&first, name.data(), 4);
      std::memcpy(&last, name.data() + size - 4, 4);
    } else if (size > 0) {
      first = static_cast<unsigned char>(name[0]);
      last = static_cast<std::uint64_t>(static_cast<unsigned char>(name[size / 2])) << 8 |
             static_cast<unsigned char>(name[size - 1]);
    }
    const std::uint64_t mixed =
        (first ^ 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu ^ (last + size) * 0xc4ceb9fe1a85ec53u;
    return mixed ^ mixed >> 29 ^ mixed >> 47;
  }

  std::span<const std::string_view> names_;
  std::vector<std::uint32_t> slots_;  // places, or none
  std::uint64_t mask_;
};

}  // namespace serbench
