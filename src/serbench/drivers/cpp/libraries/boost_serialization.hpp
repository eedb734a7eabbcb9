// Boost.Serialization of described types, for all of its archives: those that need no names for
// values leave them out.
#pragma once

#include <boost/serialization/map.hpp>
#include <boost/serialization/nvp.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

#include "serbench/describe.hpp"

namespace boost::serialization {

// Names are those of the generated members: wire names need not be names in XML.
template <class Archive, serbench::Described T>
void serialize(Archive& archive, T& record, unsigned) {
  mp11::mp_for_each<describe::describe_members<T, describe::mod_public>>(
      [&](auto member) { archive& make_nvp(member.name, record.*member.pointer); });
}

template <class Archive>
void serialize(Archive& archive, serbench::ListOfU8& list, unsigned version) {
  serialize(archive, static_cast<std::vector<std::uint8_t>&>(list), version);
}

// Boost 1.81 knows no std::optional: as it has boost::optional, a flag and the value.
template <class Archive, serbench::Optional T>
void save(Archive& archive, const T& optional, unsigned) {
  const bool initialized = optional.has_value();
  archive << BOOST_SERIALIZATION_NVP(initialized);
  if (initialized) archive << make_nvp("value", *optional);
}
template <class Archive, serbench::Optional T>
void load(Archive& archive, T& optional, unsigned) {
  bool initialized = false;
  archive >> BOOST_SERIALIZATION_NVP(initialized);
  optional.reset();
  if (initialized) archive >> make_nvp("value", optional.emplace());
}
template <class Archive, serbench::Optional T>
void serialize(Archive& archive, T& optional, unsigned version) {
  split_free(archive, optional, version);
}

// What Boost has no serialization for: the text, integer or bytes in its place.
template <class Archive, serbench::Converted T>
void save(Archive& archive, const T& value, unsigned) {
  const serbench::OwnWritten<T> written = serbench::own_written(value);
  archive << BOOST_SERIALIZATION_NVP(written);
}
template <class Archive, serbench::Converted T>
void load(Archive& archive, T& value, unsigned) {
  serbench::OwnWritten<T> written{};
  archive >> BOOST_SERIALIZATION_NVP(written);
  serbench::set_written(value, written);
}
template <class Archive, serbench::Converted T>
void serialize(Archive& archive, T& value, unsigned version) {
  split_free(archive, value, version);
}

}  // namespace boost::serialization
