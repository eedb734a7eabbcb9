// MessagePack of described types by msgpack-cxx, through its adaptors as its wiki has it for classes
// that are not ours: records as arrays of their fields, or as maps from their names if
// SERBENCH_MSGPACK_NAMED is 1 (MSGPACK_DEFINE and MSGPACK_DEFINE_MAP, which need members of their own).
#pragma once

#include <cmath>
#include <msgpack.hpp>
#include <optional>

#include "serbench/codec.hpp"
#include "serbench/fields.hpp"
#include "serbench/json_type.hpp"
#include "serbench/views.hpp"

#ifdef SERBENCH_LOGICAL_TYPES
// The library has its adaptor of time points with Boost alone, which the driver has anyway.
#pragma push_macro("MSGPACK_NO_BOOST")
#undef MSGPACK_NO_BOOST
#include <msgpack/adaptor/cpp11/chrono.hpp>
#pragma pop_macro("MSGPACK_NO_BOOST")
#endif

namespace serbench {

// What the packer writes to: the driver's buffer.
struct MsgpackStream {
  Buffer& buffer;
  void write(const char* bytes, std::size_t size) { buffer.append(bytes, size); }
};

inline constexpr bool msgpack_named = SERBENCH_MSGPACK_NAMED;

inline void pack_name(auto& packer, std::string_view name) {
  packer.pack_str(static_cast<std::uint32_t>(name.size()));
  packer.pack_str_body(name.data(), static_cast<std::uint32_t>(name.size()));
}

#ifdef SERBENCH_LOGICAL_TYPES
// What stands in place of a logical type.
template <Converted T>
void pack_written(auto& packer, const T& value) {
  with_written(value, [&]<class W>(const W& written) {
    if constexpr (std::is_integral_v<W>) {
      packer.pack(written);
    } else if constexpr (std::same_as<W, std::string_view>) {
      pack_name(packer, written);
    } else {
      const auto size = static_cast<std::uint32_t>(written.size());
      packer.pack_bin(size);
      packer.pack_bin_body(reinterpret_cast<const char*>(written.data()), size);
    }
  });
}
template <Converted T>
void convert_written(const msgpack::object& object, T& value) {
  if constexpr (written_as<T> == WrittenAs::bytes) {
    if (object.type != msgpack::type::BIN) throw msgpack::type_error();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(object.via.bin.ptr);
    set_written(value, BytesView(bytes, object.via.bin.size));
  } else {
    set_written(value, object.as<WrittenFor<T>>());
  }
}
#endif

// The library's macro makes a std::map of the fields for each record that it reads. There are as many
// entries as fields, but for those that may be absent: where none is missing, none is unknown or there
// twice.
template <Described T>
void from_map(const msgpack::object& object, T& record) {
  constexpr std::size_t most = wire_names<T>.size();
  constexpr bool may_lack_some = some_may_be_absent<T>();
  if (object.type != msgpack::type::MAP ||
      (may_lack_some ? object.via.map.size > most : object.via.map.size != most)) {
    throw msgpack::type_error();
  }
  const std::size_t count = may_lack_some ? object.via.map.size : most;
  if constexpr (may_lack_some) {  // of a record that is reused
    for_each_field(record, []<class M>(std::string_view, M& member) {
      if constexpr (MayBeAbsent<M>) member.reset();
    });
  }
  FieldsByName<T> fields;
  for (const msgpack::object_kv& entry : std::span(object.via.map.ptr, count)) {
    fields.with(entry.key.as<std::string_view>(), [&](auto i) {
      auto& member = record.*member_of<T, i>;
      if constexpr (MayBeAbsent<field_type<T, i>>) {
        entry.val.convert(told(member.emplace()));
      } else {
        entry.val.convert(member);
      }
    });
  }
  if (!fields.all() || count != fields.count_met()) throw msgpack::type_error();
}

}  // namespace serbench

namespace msgpack::adaptor {

template <serbench::Described T>
struct pack<T> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& out, const T& record) const {
    const auto fields = static_cast<std::uint32_t>(serbench::count_present(record));
    serbench::msgpack_named ? out.pack_map(fields) : out.pack_array(fields);
    serbench::for_each_present(record, [&](std::string_view name, const auto& member) {
      if constexpr (serbench::msgpack_named) serbench::pack_name(out, name);
      out.pack(member);
    });
    return out;
  }
};
template <serbench::Described T>
struct convert<T> {
  const msgpack::object& operator()(const msgpack::object& object, T& record) const {
    if constexpr (serbench::msgpack_named) {
      serbench::from_map(object, record);
    } else {
      if (object.type != type::ARRAY || object.via.array.size != serbench::wire_names<T>.size())
        throw type_error();
      const msgpack::object* item = object.via.array.ptr;
      serbench::for_each_field(record,
                               [&](std::string_view, auto& member) { (item++)->convert(member); });
    }
    return object;
  }
};

// By number, or by name where records have names; either is read.
template <serbench::Enum T>
struct pack<T> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& out, T value) const {
    const auto number = static_cast<std::uint32_t>(value);
    if constexpr (serbench::msgpack_named) {
      serbench::pack_name(out, serbench::wire_names<T>.at(number));
    } else {
      out.pack_uint32(number);
    }
    return out;
  }
};
template <serbench::Enum T>
struct convert<T> {
  const msgpack::object& operator()(const msgpack::object& object, T& value) const {
    const std::uint32_t number = object.type == type::STR
                                     ? serbench::name_table<T>.find(object.as<std::string_view>())
                                     : object.as<std::uint32_t>();
    if (number >= serbench::wire_names<T>.size()) throw type_error();
    value = static_cast<T>(number);
    return object;
  }
};

// As serde has it: a map from the variant's name to the value.
template <serbench::Union T>
struct pack<T> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& out, const T& value) const {
    std::visit(
        [&]<class V>(const V& variant) {
          out.pack_map(1);
          serbench::pack_name(out, serbench::variant_name<V>());
          out.pack(variant);
        },
        value);
    return out;
  }
};
template <serbench::Union T>
struct convert<T> {
  const msgpack::object& operator()(const msgpack::object& object, T& value) const {
    if (object.type != type::MAP || object.via.map.size != 1) throw type_error();
    const msgpack::object_kv& entry = *object.via.map.ptr;
    const bool is_known = serbench::with_name<T>(entry.key.as<std::string_view>(), [&](auto i) {
      entry.val.convert(value.template emplace<i>());
    });
    if (!is_known) throw type_error();
    return object;
  }
};

template <class T>
struct pack<serbench::Box<T>> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& out, const serbench::Box<T>& box) const {
    return box ? out.pack(*box) : out.pack_nil();
  }
};
template <class T>
struct convert<serbench::Box<T>> {
  const msgpack::object& operator()(const msgpack::object& object, serbench::Box<T>& box) const {
    if (object.is_nil()) {
      box.reset();
    } else {
      object.convert(box.emplace());
    }
    return object;
  }
};
// The library's own makes a value and then copies it into the optional.
template <class T>
requires std::is_class_v<T>
struct convert<std::optional<T>> {
  const msgpack::object& operator()(const msgpack::object& object, std::optional<T>& value) const {
    if (object.is_nil()) {
      value.reset();
    } else {
      object.convert(value.emplace());
    }
    return object;
  }
};

// A list of numbers: the library takes a std::vector<std::uint8_t> for bytes.
template <>
struct pack<serbench::ListOfU8> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& out, const serbench::ListOfU8& list) const {
    out.pack_array(checked_get_container_size(list.size()));
    for (const std::uint8_t item : list) out.pack(item);
    return out;
  }
};
template <>
struct convert<serbench::ListOfU8> {
  const msgpack::object& operator()(const msgpack::object& object, serbench::ListOfU8& list) const {
    if (object.type != type::ARRAY) throw type_error();
    list.clear();
    list.reserve(object.via.array.size);
    for (const msgpack::object& item : std::span(object.via.array.ptr, object.via.array.size)) {
      list.push_back(item.as<std::uint8_t>());
    }
    return object;
  }
};

#ifdef SERBENCH_LOGICAL_TYPES
// The library has an adaptor of time points, which says that a count of any clock's is one in UTC: it
// is for those that are. It divides by zero for a count of days.
template <serbench::Converted T>
struct pack<T> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& out, const T& value) const {
    serbench::pack_written(out, value);
    return out;
  }
};
template <serbench::Converted T>
struct convert<T> {
  const msgpack::object& operator()(const msgpack::object& object, T& value) const {
    serbench::convert_written(object, value);
    return object;
  }
};
template <class Duration>
struct pack<std::chrono::local_time<Duration>> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& out,
                             const std::chrono::local_time<Duration>& value) const {
    serbench::pack_written(out, value);
    return out;
  }
};
template <class Duration>
struct convert<std::chrono::local_time<Duration>> {
  const msgpack::object& operator()(const msgpack::object& object,
                                    std::chrono::local_time<Duration>& value) const {
    serbench::convert_written(object, value);
    return object;
  }
};
template <>
struct pack<std::chrono::sys_days> {
  template <class Stream>
  packer<Stream>& operator()(packer<Stream>& out, const auto& value) const {
    serbench::pack_written(out, value);
    return out;
  }
};
template <>
struct convert<std::chrono::sys_days> {
  const msgpack::object& operator()(const msgpack::object& object, auto& value) const {
    serbench::convert_written(object, value);
    return object;
  }
};
#endif

// A view of bytes.
template <>
struct convert<serbench::BytesView> {
  const msgpack::object& operator()(const msgpack::object& object,
                                    serbench::BytesView& view) const {
    const auto text = object.as<std::string_view>();
    view = {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
    return object;
  }
};

}  // namespace msgpack::adaptor

// The packer writes a float that is an integer as that integer, and has none for negative zero.
template <>
template <>
inline msgpack::packer<serbench::MsgpackStream>& msgpack::packer<serbench::MsgpackStream>::pack(
    const double& number) {
  if (number != 0 || !std::signbit(number)) return pack_double(number);
  append_buffer("\xcb\x80\0\0\0\0\0\0\0", 9);
  return *this;
}
template <>
template <>
inline msgpack::packer<serbench::MsgpackStream>& msgpack::packer<serbench::MsgpackStream>::pack(
    const float& number) {
  if (number != 0 || !std::signbit(number)) return pack_float(number);
  append_buffer("\xca\x80\0\0\0", 5);
  return *this;
}

namespace serbench {

// Packs straight into the driver's buffer; reads by way of the library's objects, in a zone that is
// kept. A visitor that fills the record without them is no faster: the time goes into the parser.
struct Msgpack {
  void encode(const Root& value, Buffer& out) {
    MsgpackStream stream{out};
    try {
      msgpack::pack(stream, value);
    } catch (const msgpack::container_size_overflow& error) {
      throw CannotHold(error.what());
    }
  }

  void decode(std::span<const std::byte> in, Root& out) { unpack(in).convert(out); }
  void borrow(std::span<const std::byte> in, auto& out) { unpack(in).convert(out); }

 private:
  // The library's objects, with text left where it lies in the bytes.
  msgpack::object unpack(std::span<const std::byte> in) {
    zone_.clear();
    const auto leave = [](msgpack::type::object_type, std::size_t, void*) { return true; };
    std::size_t end = 0;
    const msgpack::object object =
        msgpack::unpack(zone_, reinterpret_cast<const char*>(in.data()), in.size(), end, leave);
    if (end != in.size()) throw std::runtime_error("bytes are left after the value");
    return object;
  }

  msgpack::zone zone_;
};

}  // namespace serbench
