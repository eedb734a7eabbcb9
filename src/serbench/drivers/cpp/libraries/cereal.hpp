// How cereal serializes plain values, and a codec for each of its archives.
#pragma once

#include <cereal/cereal.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#include <istream>
#include <ostream>

#include "serbench/codec.hpp"

#ifdef SERBENCH_LOGICAL_TYPES
#include <cereal/types/chrono.hpp>
#endif

namespace cereal {

template <class Archive, serbench::Described T>
void serialize(Archive& archive, T& record) {
  // Binary archives drop the names.
  serbench::for_each_field(record, [&](std::string_view name, auto& member) {
    archive(cereal::make_nvp(name.data(), member));
  });
}

// As cereal has std::unique_ptr: whether there is a value, and the value.
template <class Archive, class T>
void save(Archive& archive, const serbench::Box<T>& box) {
  archive(static_cast<std::uint8_t>(box.has_value()));
  if (box) archive(*box);
}
template <class Archive, class T>
void load(Archive& archive, serbench::Box<T>& box) {
  std::uint8_t is_there = 0;
  archive(is_there);
  box.reset();
  if (is_there != 0) archive(box.emplace());
}

#ifdef SERBENCH_LOGICAL_TYPES
// What the library has no type for: as text or an integer, which a text archive has in one line.
template <class T>
concept Minimal = (serbench::written_as<T> != serbench::WrittenAs::bytes) && serbench::Converted<T>;
template <class Archive, Minimal T>
serbench::OwnWritten<T> save_minimal(const Archive&, const T& value) {
  return serbench::own_written(value);
}
template <class Archive, Minimal T>
void load_minimal(const Archive&, T& value, const serbench::OwnWritten<T>& written) {
  serbench::set_written(value, written);
}

// Boost's integers have a `serialize` for Boost's archives, which cereal would take for its own.
template <class Archive, Minimal T>
struct specialize<Archive, T, specialization::non_member_load_save_minimal> {};
template <class Archive, serbench::Converted T>
requires(!Minimal<T>) struct specialize<Archive, T, specialization::non_member_load_save> {
};

// As cereal has a std::vector of bytes.
template <class Archive, serbench::Converted T>
requires(!Minimal<T>) void save(Archive& archive, const T& value) {
  serbench::with_written(value, [&](serbench::BytesView bytes) {
    archive(make_size_tag(static_cast<size_type>(bytes.size())));
    archive(binary_data(bytes.data(), bytes.size()));
  });
}
template <class Archive, serbench::Converted T>
requires(!Minimal<T>) void load(Archive& archive, T& value) {
  size_type size = 0;
  archive(make_size_tag(size));
  serbench::BytesToRead bytes;
  archive(binary_data(bytes.room(static_cast<std::size_t>(size)), static_cast<std::size_t>(size)));
  serbench::set_written(value, bytes);
}
#endif

}  // namespace cereal

namespace serbench {

// An archive is made for each value, the streams that it writes to and reads from are not: making
// one takes a locale, which costs more than a small value.
template <class Output, class Input>
struct Cereal {
  void encode(const Root& value, Buffer& out) {
    const auto attached = writer_.attach(out);
    Output archive(ostream_);
    archive(value);
  }

  void decode(std::span<const std::byte> in, Root& out) {
    reader_.attach(in);
    istream_.clear();  // the JSON archive reads to the end, and a stream stays there
    Input archive(istream_);
    archive(out);
  }

 private:
  BufferWriter writer_;
  BytesReader reader_;
  std::ostream ostream_{&writer_};
  std::istream istream_{&reader_};
};

}  // namespace serbench
