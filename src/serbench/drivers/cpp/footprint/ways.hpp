// What `serbench footprint` makes of a codec's file in place of a driver: both directions, and no
// more. It is included before the file, whose last line then means this.
#pragma once

#include "serbench/codec.hpp"

namespace serbench::footprint {

class Ways {
 public:
  virtual ~Ways() = default;
  virtual void deserialize(std::span<const std::byte> bytes, Root& value) = 0;
  virtual void serialize(const Root& value, Buffer& out) = 0;
};

std::unique_ptr<Ways> make_ways();

template <class C>
class WaysOf final : public Ways {
 public:
  void deserialize(std::span<const std::byte> bytes, Root& value) override {
    if constexpr (OwnModel<C>) {
      const auto output = std::make_unique<typename C::Output>();
      if constexpr (borrows_output<C>) {
        codec_.borrow(bytes, *output);
      } else {
        codec_.decode(bytes, *output);
      }
      codec_.convert(*output, value);
    } else {
      codec_.decode(bytes, value);
    }
  }

  void serialize(const Root& value, Buffer& out) override {
    if constexpr (OwnModel<C>) {
      const auto input = std::make_unique<typename C::Input>();
      codec_.populate(value, *input);
      codec_.encode(*input, out);
      keep(out);
    } else {
      codec_.encode(value, out);
      keep(out);
    }
  }

 private:
  // Storage of the codec's own may lie in its input, which is there until now.
  void keep([[maybe_unused]] Buffer& out) {
    if constexpr (KeepsBytes<C>) out.append(codec_.storage());
  }

  C codec_;
};

}  // namespace serbench::footprint

#undef SERBENCH_CODEC
#define SERBENCH_CODEC(C)                                                       \
  std::unique_ptr<serbench::footprint::Ways> serbench::footprint::make_ways() { \
    return std::make_unique<serbench::footprint::WaysOf<C>>();                  \
  }
