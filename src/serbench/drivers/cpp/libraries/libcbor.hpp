// libcbor's items.
#pragma once

#include <cbor.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "serbench/c_dom.hpp"
#include "serbench/dom_codec.hpp"

namespace serbench {

struct LibCbor {
  using Dom = LibCbor;
  using Node = OwnedNode<cbor_item_t, cbor_intermediate_decref>;
  using Value = const cbor_item_t*;

  Node null() { return Node(made(cbor_new_null())); }
  Node boolean(bool value) { return Node(made(cbor_build_bool(value))); }
  Node integer(std::int64_t value) {
    if (value >= 0) return natural(static_cast<std::uint64_t>(value));
    Node node = natural(static_cast<std::uint64_t>(-1 - value));
    cbor_mark_negint(node.get());
    return node;
  }
  // The functions for each width are the user's to choose.
  Node natural(std::uint64_t value) {
    if (std::in_range<std::uint8_t>(value)) {
      return Node(made(cbor_build_uint8(static_cast<std::uint8_t>(value))));
    }
    if (std::in_range<std::uint16_t>(value)) {
      return Node(made(cbor_build_uint16(static_cast<std::uint16_t>(value))));
    }
    if (std::in_range<std::uint32_t>(value)) {
      return Node(made(cbor_build_uint32(static_cast<std::uint32_t>(value))));
    }
    return Node(made(cbor_build_uint64(value)));
  }
  Node number(float value) { return Node(made(cbor_build_float4(value))); }
  Node number(double value) { return Node(made(cbor_build_float8(value))); }
  Node text(std::string_view value) {
    return Node(made(cbor_build_stringn(value.data(), value.size())));
  }
  Node bytes(BytesView value) {
    return Node(made(cbor_build_bytestring(value.data(), value.size())));
  }
  Node bytes(const Bytes& value) { return bytes(BytesView(value)); }
  Node list(std::size_t count) { return Node(made(cbor_new_definite_array(count))); }
  void append(Node& list, Node&& item) {
    require(cbor_array_push(list.get(), cbor_move(item.release())));
  }
  Node object(std::size_t count) { return Node(made(cbor_new_definite_map(count))); }
  void add(Node& object, std::string_view name, Node&& item) {
    cbor_item_t* const key = text(name).release();
    require(cbor_map_add(object.get(), {cbor_move(key), cbor_move(item.release())}));
  }

  Value look(const Node& node) { return node.get(); }
  // Nothing was written if the room was too small.
  void write(const Node& node, Buffer& out) {
    for (std::size_t room = std::max<std::size_t>(out.capacity(), 4096);; room *= 2) {
      auto* const place = reinterpret_cast<unsigned char*>(out.reserve(room));
      const std::size_t size = cbor_serialize(node.get(), place, room);
      if (size != 0) return out.commit(size);
    }
  }
  Node parse(std::span<const std::byte> in) {
    cbor_load_result result{};
    Node node(cbor_load(reinterpret_cast<cbor_data>(in.data()), in.size(), &result));
    if (node == nullptr || result.read != in.size()) {
      throw std::runtime_error("libcbor cannot load the item");
    }
    return node;
  }

  static bool is_null(Value value) { return is_control(value) && cbor_is_null(value); }
  static JsonShape shape(Value value) {
    if (is_bool(value)) return JsonShape::boolean;
    if (cbor_is_int(value) || is_float(value)) return JsonShape::number;
    if (cbor_isa_string(value) || cbor_isa_bytestring(value)) return JsonShape::string;
    if (is_null(value)) return JsonShape::null;
    require(cbor_isa_array(value) || cbor_isa_map(value));
    return cbor_isa_array(value) ? JsonShape::array : JsonShape::object;
  }
  static bool boolean(Value value) {
    require(is_bool(value));
    return cbor_get_bool(value);
  }
  template <class Integer>
  static Integer integer(Value value) {
    require(cbor_is_int(value));
    const std::uint64_t size = cbor_get_int(value);
    if (cbor_isa_uint(value)) {
      require(std::in_range<Integer>(size));
      return static_cast<Integer>(size);
    }
    require(std::in_range<std::int64_t>(size));
    const std::int64_t number = -1 - static_cast<std::int64_t>(size);
    require(std::in_range<Integer>(number));
    return static_cast<Integer>(number);
  }
  // Other writers may write a whole number as an integer.
  static double number(Value value) {
    if (is_float(value)) return cbor_float_get_float(value);
    require(cbor_is_int(value));
    const auto size = static_cast<double>(cbor_get_int(value));
    return cbor_isa_uint(value) ? size : -1 - size;
  }
  static std::string_view text(Value value) {
    require(cbor_isa_string(value) && cbor_string_is_definite(value));
    return {reinterpret_cast<const char*>(cbor_string_handle(value)), cbor_string_length(value)};
  }
  static BytesView bytes(Value value) {
    require(cbor_isa_bytestring(value) && cbor_bytestring_is_definite(value));
    return {cbor_bytestring_handle(value), cbor_bytestring_length(value)};
  }
  static void bytes(Value value, Bytes& to) {
    const BytesView view = bytes(value);
    to.assign(view.begin(), view.end());
  }
  static std::size_t size(Value value) {
    require(cbor_isa_array(value));
    return cbor_array_size(value);
  }
  static void for_each_item(Value value, auto&& f) {
    const std::size_t count = size(value);
    cbor_item_t* const* const items = cbor_array_handle(value);
    for (std::size_t i = 0; i < count; ++i) f(Value(items[i]));
  }
  static void for_each_member(Value value, auto&& f) {
    require(cbor_isa_map(value));
    const cbor_pair* const pairs = cbor_map_handle(value);
    for (std::size_t i = 0; i < cbor_map_size(value); ++i) {
      f(text(pairs[i].key), Value(pairs[i].value));
    }
  }

 private:
  // Floats and what is true, false or null are of one kind. The library asserts that what it is
  // asked about is that: Debian's ends the process if cbor_is_null is asked about a float.
  static bool is_float(Value value) { return cbor_isa_float_ctrl(value) && cbor_is_float(value); }
  static bool is_control(Value value) {
    return cbor_isa_float_ctrl(value) && cbor_float_ctrl_is_ctrl(value);
  }
  static bool is_bool(Value value) { return is_control(value) && cbor_is_bool(value); }
};

}  // namespace serbench
