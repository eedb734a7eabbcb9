// Avro C++: traits of described types, and streams over the driver's buffers.
#pragma once

#include <Decoder.hh>
#include <Encoder.hh>
#include <Specific.hh>
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "schema/avsc.hpp"
#include "serbench/buffer.hpp"
#include "serbench/describe.hpp"

// Avro's own way to code types that it did not generate. It has traits of lists and maps too, which
// make each item and then copy it.
namespace avro {

template <serbench::Described T>
struct codec_traits<T> {
  static void encode(Encoder& out, const T& record) {
    serbench::for_each_field(
        record, [&](std::string_view, const auto& member) { avro::encode(out, member); });
  }
  static void decode(Decoder& in, T& record) {
    if constexpr (serbench::avro_resolves) {
      // Fields come as the writer had them; a copy, since what is inside has an order of its own.
      const std::vector<std::size_t> order = static_cast<ResolvingDecoder&>(in).fieldOrder();
      for (const std::size_t place : order) {
        std::size_t i = 0;
        serbench::for_each_field(record, [&](std::string_view, auto& member) {
          if (i++ == place) avro::decode(in, member);
        });
      }
    } else {
      serbench::for_each_field(record,
                               [&](std::string_view, auto& member) { avro::decode(in, member); });
    }
  }
};

template <serbench::Enum T>
struct codec_traits<T> {
  static void encode(Encoder& out, T value) { out.encodeEnum(static_cast<std::size_t>(value)); }
  static void decode(Decoder& in, T& value) {
    const std::size_t number = in.decodeEnum();
    if (number >= serbench::wire_names<T>.size()) throw Exception("no symbol");
    value = static_cast<T>(number);
  }
};

// Avro has int and long: codegen/idl/avro.py says what stands for other integers.
template <serbench::FitsInt32 T>
requires(sizeof(T) < sizeof(std::int32_t)) struct codec_traits<T> {
  static void encode(Encoder& out, T value) { out.encodeInt(value); }
  static void decode(Decoder& in, T& value) {
    const std::int32_t number = in.decodeInt();
    if (!std::in_range<T>(number)) throw Exception("an integer beyond its type");
    value = static_cast<T>(number);
  }
};

template <std::unsigned_integral T>
requires(!std::same_as<T, bool> && sizeof(T) >= sizeof(std::int32_t)) struct codec_traits<T> {
  static void encode(Encoder& out, T value) { out.encodeLong(static_cast<std::int64_t>(value)); }
  static void decode(Decoder& in, T& value) {
    const std::int64_t number = in.decodeLong();
    value = static_cast<T>(number);
    if (sizeof(T) < 8 && static_cast<std::int64_t>(value) != number) throw Exception("no u32");
  }
};

// What stands in place of a logical type; this version of the library has none.
template <serbench::Converted T>
struct codec_traits<T> {
  static void encode(Encoder& out, const T& value) {
    serbench::with_written(value, [&]<class W>(const W& written) {
      if constexpr (std::same_as<W, std::string_view>) {
        out.encodeString(std::string(written));
      } else if constexpr (std::same_as<W, serbench::BytesView>) {
        out.encodeBytes(written.data(), written.size());
      } else {
        avro::encode(out, written);
      }
    });
  }
  static void decode(Decoder& in, T& value) {
    serbench::OwnWritten<T> written{};
    avro::decode(in, written);
    serbench::set_written(value, written);
  }
};

// The union of null and T.
template <serbench::Optional T>
struct codec_traits<T> {
  static void encode(Encoder& out, const T& optional) {
    out.encodeUnionIndex(optional.has_value() ? 1 : 0);
    if (optional.has_value()) avro::encode(out, *optional);
  }
  static void decode(Decoder& in, T& optional) {
    const std::size_t branch = in.decodeUnionIndex();
    if (branch > 1) throw Exception("no branch of the union");
    optional.reset();
    if (branch == 1) {
      avro::decode(in, optional.emplace());
    } else if constexpr (serbench::avro_resolves) {
      in.decodeNull();  // which has no bytes, but a place in the grammar
    }
  }
};

template <serbench::List L>
struct ListTraits {
  using T = typename L::value_type;
  static void encode(Encoder& out, const L& list) {
    out.arrayStart();
    if (!list.empty()) out.setItemCount(list.size());
    for (const T& item : list) {
      out.startItem();
      avro::encode(out, item);
    }
    out.arrayEnd();
  }
  static void decode(Decoder& in, L& list) {
    constexpr std::size_t trusted = 4096;  // the bytes may say any number
    list.clear();                          // as the library's own traits do: it may be reused
    for (std::size_t left = in.arrayStart(); left != 0; left = in.arrayNext()) {
      serbench::reserve(list, list.size() + std::min(left, trusted));
      for (; left != 0; --left) {
        if constexpr (std::same_as<T, bool>) {
          list.push_back(in.decodeBool());
        } else {
          serbench::add_item(list, [&](auto& item) { avro::decode(in, item); });
        }
      }
    }
  }
};
template <class T>
requires std::is_object_v<T>
struct codec_traits<std::vector<T>> : ListTraits<std::vector<T>> {
};
template <>
struct codec_traits<serbench::ListOfU8> : ListTraits<serbench::ListOfU8> {};
template <serbench::Entries T>
struct codec_traits<T> : ListTraits<T> {};

template <class T>
requires std::is_object_v<T>
struct codec_traits<std::map<std::string, T>> {
  static void encode(Encoder& out, const std::map<std::string, T>& map) {
    out.mapStart();
    if (!map.empty()) out.setItemCount(map.size());
    for (const auto& [key, item] : map) {
      out.startItem();
      out.encodeString(key);
      avro::encode(out, item);
    }
    out.mapEnd();
  }
  static void decode(Decoder& in, std::map<std::string, T>& map) {
    map.clear();
    for (std::size_t left = in.mapStart(); left != 0; left = in.mapNext()) {
      for (; left != 0; --left) {
        std::string key;
        in.decodeString(key);
        avro::decode(in, map.try_emplace(map.end(), std::move(key))->second);
      }
    }
  }
};

}  // namespace avro

namespace serbench {

// Avro's memory streams are made of chunks, which would be copied together afterwards.
class AvroWriter final : public avro::OutputStream {
 public:
  void attach(Buffer& buffer) {
    buffer_ = &buffer;
    given_ = 0;
  }
  bool next(std::uint8_t** data, std::size_t* size) override {
    flush();
    *data = reinterpret_cast<std::uint8_t*>(buffer_->reserve(1));
    *size = given_ = buffer_->capacity() - buffer_->size();
    return true;
  }
  void backup(std::size_t size) override { given_ -= size; }
  std::uint64_t byteCount() const override { return buffer_->size() + given_; }
  void flush() override {
    buffer_->commit(given_);
    given_ = 0;
  }

 private:
  Buffer* buffer_ = nullptr;
  std::size_t given_ = 0;
};

class AvroReader final : public avro::InputStream {
 public:
  void attach(std::span<const std::byte> bytes) {
    bytes_ = bytes;
    at_ = 0;
  }
  std::size_t left() const { return bytes_.size() - at_; }
  bool next(const std::uint8_t** data, std::size_t* size) override {
    *data = reinterpret_cast<const std::uint8_t*>(bytes_.data() + at_);
    *size = left();
    at_ = bytes_.size();
    return *size != 0;
  }
  void backup(std::size_t size) override { at_ -= size; }
  void skip(std::size_t size) override { at_ += std::min(size, left()); }
  std::size_t byteCount() const override { return at_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace serbench
