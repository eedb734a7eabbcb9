// A value to a buffer and back by way of msgpack-cxx's objects, with memory that is kept.
#pragma once

#include <msgpack.hpp>
#include <string_view>

template <class T>
class MsgpackMemory {
 public:
  std::string_view encode(const T& value) {
    bytes_.clear();
    msgpack::pack(bytes_, value);
    return {bytes_.data(), bytes_.size()};
  }

  void decode(std::string_view bytes, T& value) {
    zone_.clear();
    const auto refer = [](msgpack::type::object_type, std::size_t, void*) { return true; };
    std::size_t end = 0;
    msgpack::unpack(zone_, bytes.data(), bytes.size(), end, refer).convert(value);
  }

 private:
  msgpack::sbuffer bytes_;
  msgpack::zone zone_;
};
