// The way of a codec between plain values and bytes, and the objects that it reuses on it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "serbench/buffer.hpp"
#include "serbench/values.hpp"

namespace serbench {

// Makes the compiler believe that the object is looked at, so that no work on it is left out.
template <class T>
inline void observe(const T& object) {
  asm volatile("" : : "g"(&object) : "memory");
}

template <class C>
concept OwnModel = requires {
  typename C::Input;
  typename C::Output;
};

template <class C>
struct Model {
  using Input = Root;
  using Output = Root;
};
template <OwnModel C>
struct Model<C> {
  using Input = typename C::Input;
  using Output = typename C::Output;
};

// `reuses_objects`: one input and one output object serve all values (the trait of that name).
template <class C, bool reuses_objects>
class PlainPath {
 public:
  using Input = typename Model<C>::Input;
  using Output = typename Model<C>::Output;

  C& codec() { return codec_; }

  // `out` is empty.
  void serialize(const Root& value, Buffer& out) {
    if constexpr (OwnModel<C>) {
      with_input([&](Input& in) {
        codec_.populate(value, in);
        codec_.encode(in, out);
      });
    } else {
      codec_.encode(value, out);
    }
  }

  // `value` is new. The bytes are followed by a zero byte.
  void deserialize(std::span<const std::byte> bytes, Root& value) {
    if constexpr (OwnModel<C>) {
      with_output([&](Output& out) {
        codec_.decode(bytes, out);
        codec_.convert(out, value);
      });
    } else {
      codec_.decode(bytes, value);
    }
  }

  template <class F>
  void with_input(F&& f) {
    with(input_, f);
  }
  template <class F>
  void with_output(F&& f) {
    with(output_, f);
  }

 private:
  // Calls f with the object that serves all values, or with a new one. A plain value is always
  // new: a codec on plain values reuses its own scratch at most.
  template <class T, class F>
  static void with(std::unique_ptr<T>& reused, F&& f) {
    if constexpr (OwnModel<C> && reuses_objects) {
      if (!reused) reused = std::make_unique<T>();
      f(*reused);
    } else {
      T fresh;
      f(fresh);
    }
  }

  C codec_;
  std::unique_ptr<Input> input_;
  std::unique_ptr<Output> output_;
};

}  // namespace serbench
