// Symbols of enums by their names, which no library of JSON, BSON or MessagePack knows of: the tables
// are serbench's on both sides.
#pragma once

#include <string_view>

#include "serbench/fields.hpp"

template <serbench::Enum E>
std::string_view name_of(E symbol) {
  return serbench::wire_names<E>[static_cast<std::size_t>(symbol)];
}

template <serbench::Enum E>
bool symbol_of(std::string_view name, E& symbol) {
  const std::uint32_t number = serbench::names_of<E>.find(name);
  symbol = static_cast<E>(number);
  return number != serbench::NameTable::none;
}
