// What a codec's file implements, and the driver's policy around it: who owns buffers and
// objects, what is reused, what is timed. A codec states facts about its library and no more.
//
// A codec on plain values:
//   void encode(const Root& value, Buffer& out);           // `out` is empty
//   void decode(std::span<const std::byte> in, Root& out); // `out` is new
//
// A codec with a model of its own, whose objects need not be movable:
//   using Input = ...; using Output = ...;                 // default-constructible
//   void populate(const Root& value, Input& in);           // `in` may hold an earlier value, if the
//   void encode(const Input& in, Buffer& out);             //   codec has the trait reuses-objects
//   void decode(std::span<const std::byte> in, Output& out);
//   void convert(const Output& out, Root& value);          // `value` is new; if `out` is not const,
//   what it holds may be moved, unless objects are reused
//
// A library that builds a value's bytes in storage that it keeps leaves them there:
//   std::span<const std::byte> storage() const;            // those of the last value
// shows them, and `encode` copies nothing to `out`. They may lie in an input that is reused.
//
// Either may have, where its library offers it:
//   std::uint64_t read(std::span<const std::byte> in);           // the visit sum, by accessors
//   void borrow(std::span<const std::byte> in, auto& out);       // `out` is a new RootView
//   std::uint64_t access(std::span<const std::byte> in);         // the sum of the leaf at AccessPath
// What a view borrows lies in `in`, or in the codec until its next call. RootView is defined where
// serbench/views.hpp is included. A codec may borrow into another type, which `borrow` then names, if
// `std::uint64_t sum(const TYPE&)` of the codec gives its visit sum; if that type is its Output,
// deserialize borrows too.
// Those that the front matter names in `extra`, and `encode-fresh` and `decode-reused` of every codec,
// are compiled only if they are asked for, as an object of their own: the builder defines for each object which parts of the codec it has.
// The bytes are followed by a zero byte, as a std::string's are, and aligned to 16; those to decode
// that come from an object file lie anywhere.
// What a library throws is a mismatch or an error of kind `failed`; CannotHold says that the
// format has no way to represent the value. Where a library does not throw, or not when it encodes,
//   static std::string explain(const Root& value);
// is asked what of a value that did not survive the format cannot hold; empty if nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "serbench/buffer.hpp"
#include "serbench/slots.hpp"
#include "serbench/values.hpp"
#include "serbench/visit.hpp"
#include "serbench/walks.hpp"

namespace serbench {

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

template <class C>
concept ReadsByAccessors = requires(C codec, std::span<const std::byte> in) {
  codec.read(in);
};

template <class C>
concept Explains = requires(const Root& value) {
  C::explain(value);
};

// Whether `encode` leaves the bytes in storage of the codec's own.
template <class C>
concept KeepsBytes = requires(const C& codec) {
  codec.storage();
};
template <class C>
void observe_encoded(const C& codec, const Buffer& out) {
  if constexpr (KeepsBytes<C>) {
    observe(codec.storage());
  } else {
    observe(out);
  }
}

// The type that a codec's `borrow` fills: what it names, or a RootView.
template <class C, class View>
std::type_identity<View> view_of(void (C::*)(std::span<const std::byte>, View&));
std::type_identity<RootView> view_of(...);
template <class C>
constexpr auto find_view() {
  if constexpr (requires { &C::borrow; }) {
    return decltype(view_of(&C::borrow))();
  } else {
    return std::type_identity<RootView>();
  }
}
template <class C>
using BorrowedView = typename decltype(find_view<C>())::type;

// Where a codec borrows into its Output, plain values are had without a copy of the bytes, unless
// those lie askew.
template <class C>
inline constexpr bool borrows_output = std::same_as<BorrowedView<C>, typename Model<C>::Output>;
inline bool lies_straight(std::span<const std::byte> bytes) {
  return reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(std::uint64_t) == 0;
}

template <class C>
inline constexpr bool moves_output =
    !requires(C codec, const typename C::Output& out, Root& value) {
  codec.convert(out, value);
};

// An object to convert from. What is moved to the plain value was dropped in the time of `decode`:
// here the time has the dropping of the object, and the plain value goes with the batch.
template <class Output>
struct Conversion {
  std::optional<Output> out{std::in_place};
  std::optional<Root> value;
};

// Objects to start from are made a few at once, just before they are used: those of a thousand values
// are in memory by then, where serialize and deserialize have one at a time in the nearest cache, so
// that a part took longer than the whole.
template <bool reuses_objects, class T>
void in_batches(std::size_t passes, const Subjects& subjects, Meter& meter,
                std::vector<std::unique_ptr<T>>& objects, auto&& make, auto&& use) {
  constexpr std::size_t most = 16, most_bytes = 4096;
  const std::size_t count = subjects.encoded.size();
  for (std::size_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < count;) {
      std::size_t made = 0;
      for (std::size_t bytes = 0; i < count && made < most && bytes < most_bytes; ++i, ++made) {
        if (made == objects.size()) objects.emplace_back();
        if (!reuses_objects || !objects[made]) objects[made] = std::make_unique<T>();
        make(i, *objects[made]);
        bytes += subjects.encoded[i].size();
      }
      meter.start();
      for (std::size_t j = 0; j < made; ++j) use(*objects[j]);
      meter.stop();
    }
  }
}

// What `make` makes of each value of an object file.
template <class T, Drop drop, class Make>
class ReadingOf final : public RunReading {
 public:
  ReadingOf(std::size_t most, Make make) : slots_(most), make_(make) {}

  // The zero byte after a value lies where the next begins, and is taken away before this value is
  // dropped: the processor stalls if it loads what it is about to store.
  void read(const EncodedRun& run, std::size_t& i) override {
    std::byte* from = run.first;
    std::uint64_t start = run.start;
    for (; i < run.ends.size(); ++i) {
      const std::size_t size = run.ends[i] - start;
      T& made = slots_.next();
      const std::byte next = std::exchange(from[size], std::byte{0});
      make_(std::span<const std::byte>(from, size), made);
      from[size] = next;
      observe(made);
      slots_.done();
      from += size;
      start += size;
    }
  }

 private:
  Slots<T, drop> slots_;
  Make make_;
};

// `reuses` one object unless all are kept.
template <class T, bool reuses, class Make>
std::unique_ptr<RunReading> reading_of(const HowToRead& how, Make make) {
  constexpr Drop usual = reuses ? Drop::never : Drop::at_once;
  if (how.keep) return std::make_unique<ReadingOf<T, Drop::at_the_end, Make>>(how.most, make);
  return std::make_unique<ReadingOf<T, usual, Make>>(1, make);
}

// `reuses_objects`: one input and one output object serve all values (the trait of that name).
template <class C, bool reuses_objects>
class CodecWalks final : public Walks {
 public:
  bool has_own_model() const override { return OwnModel<C>; }

  std::string explain(const Root& value) const override {
    if constexpr (Explains<C>) return C::explain(value);
    return {};
  }
  bool reads_by_visiting() const override { return !ReadsByAccessors<C>; }

  void serialize(const Root& value, Buffer& out) override {
    write(value, out);
    if constexpr (KeepsBytes<C>) out.append(codec_.storage());
  }
  void deserialize(std::span<const std::byte> bytes, Root& value) override { get(bytes, value); }
  void decode(std::span<const std::byte> bytes, Root& value) override { get(bytes, value, false); }

  void walk(Operation operation, std::size_t passes, Subjects& subjects, Meter& meter) override {
    using enum Operation;
    if constexpr (OwnModel<C>) {
      if (operation == encode) {
        return in_batches<reuses_objects>(
            passes, subjects, meter, inputs_,
            [&](std::size_t i, Input& in) { codec_.populate(subjects.plain[i], in); },
            [&](Input& in) {
              subjects.buffer.clear();
              codec_.encode(in, subjects.buffer);
              observe_encoded(codec_, subjects.buffer);
            });
      }
      if (operation == convert) {
        if constexpr (!reuses_objects && moves_output<C>) {
          std::vector<std::unique_ptr<Conversion<Output>>> conversions;
          return in_batches<false>(
              passes, subjects, meter, conversions,
              [&](std::size_t i, auto& conversion) {
                codec_.decode(subjects.encoded[i], *conversion.out);
              },
              [&](auto& conversion) {
                codec_.convert(*conversion.out, conversion.value.emplace());
                conversion.out.reset();
                observe(*conversion.value);
              });
        }
        return in_batches<reuses_objects>(
            passes, subjects, meter, outputs_,
            [&](std::size_t i, Output& out) { codec_.decode(subjects.encoded[i], out); },
            [&](Output& out) {
              Root value;
              codec_.convert(out, value);
              observe(value);
            });
      }
    }
    meter.start();
    walk_metered(operation, passes, subjects);
    meter.stop();
  }

  void serialize(const std::vector<Root>& values, std::size_t& i, Block& block,
                 std::vector<std::uint64_t>& ends) override {
    std::uint64_t end = ends.empty() ? 0 : ends.back();
    for (; i < values.size() && !block.is_full(); ++i) {
      end += block.add([&](Buffer& out) { serialize(values[i], out); });
      ends.push_back(end);
    }
  }

  std::unique_ptr<RunReading> reading(const HowToRead& how) override {
    if constexpr (OwnModel<C>) {
      if (how.step == Operation::decode) {
        return reading_of<Output, reuses_objects>(
            how,
            [this](std::span<const std::byte> bytes, Output& out) { codec_.decode(bytes, out); });
      }
    }
    return reading_of<Root, false>(
        how, [this](std::span<const std::byte> bytes, Root& value) { get(bytes, value); });
  }

 private:
  using Input = typename Model<C>::Input;
  using Output = typename Model<C>::Output;

  void walk_metered(Operation operation, std::size_t passes, Subjects& subjects) {
    using enum Operation;
    const std::vector<Root>& values = subjects.plain;
    const EncodedValues& encoded = subjects.encoded;
    Buffer& buffer = subjects.buffer;
    const auto each = [&](auto&& f) {
      const std::size_t count = values.size();
      for (std::size_t pass = 0; pass < passes; ++pass) {
        for (std::size_t i = 0; i < count; ++i) f(i);
      }
    };
    if constexpr (OwnModel<C>) {
      if (operation == populate) {
        return each([&](std::size_t i) {
          with(input_, [&](Input& in) {
            codec_.populate(values[i], in);
            observe(in);
          });
        });
      }
      if (operation == decode) {
        return each([&](std::size_t i) {
          with(output_, [&](Output& out) {
            codec_.decode(encoded[i], out);
            observe(out);
          });
        });
      }
    }
    if constexpr (!ReadsByAccessors<C>) {
      if (operation == read) {
        return each([&](std::size_t i) {
          Root value;
          get(encoded[i], value);
          observe(visit_sum(value));
        });
      }
    }
    // What is one piece of code on plain values, as `describe` says.
    if (operation == Operation::serialize || operation == encode) {
      each([&](std::size_t i) {
        buffer.clear();
        write(values[i], buffer);
        observe_encoded(codec_, buffer);
      });
    } else {
      each([&](std::size_t i) {
        Root value;
        get(encoded[i], value);
        observe(value);
      });
    }
  }

  void write(const Root& value, Buffer& out) {
    if constexpr (OwnModel<C>) {
      with(input_, [&](Input& in) {
        codec_.populate(value, in);
        codec_.encode(in, out);
      });
    } else {
      codec_.encode(value, out);
    }
  }

  void get(std::span<const std::byte> bytes, Root& value, [[maybe_unused]] bool may_borrow = true) {
    if constexpr (OwnModel<C>) {
      with(output_, [&](Output& out) {
        if constexpr (borrows_output<C>) {
          may_borrow&& lies_straight(bytes) ? codec_.borrow(bytes, out) : codec_.decode(bytes, out);
        } else {
          codec_.decode(bytes, out);
        }
        codec_.convert(out, value);
      });
    } else {
      codec_.decode(bytes, value);
    }
  }

  // Calls f with the object that serves all values, or with a new one.
  template <class T, class F>
  static void with(std::unique_ptr<T>& reused, F&& f) {
    if constexpr (reuses_objects) {
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
  std::vector<std::unique_ptr<Input>> inputs_;
  std::vector<std::unique_ptr<Output>> outputs_;
};

template <class C>
concept Borrows = requires(C codec, std::span<const std::byte> in, BorrowedView<C>& out) {
  codec.borrow(in, out);
};
template <class C>
concept Accesses = has_access_leaf && requires(C codec, std::span<const std::byte> in) {
  codec.access(in);
};

// `borrow`, and `access` and `read` by accessors.
template <class C, Operation operation>
class LookingWalk final : public ExtraWalk {
 public:
  std::uint64_t sum(const Root&, std::span<const std::byte> bytes) override {
    if constexpr (operation == Operation::borrow) {
      BorrowedView<C> view;
      codec_.borrow(bytes, view);
      if constexpr (requires { codec_.sum(view); }) {
        return codec_.sum(view);
      } else {
        return visit_sum_of(view);
      }
    } else {
      return leaves(bytes);
    }
  }

  void walk(std::size_t passes, Subjects& subjects, Meter& meter) override {
    const EncodedValues& encoded = subjects.encoded;
    const std::size_t count = encoded.size();
    meter.start();
    for (std::size_t pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < count; ++i) {
        if constexpr (operation == Operation::borrow) {
          BorrowedView<C> view;
          codec_.borrow(encoded[i], view);
          observe(view);
        } else {
          observe(leaves(encoded[i]));
        }
      }
    }
    meter.stop();
  }

  std::unique_ptr<RunReading> reading(const HowToRead& how) const override {
    if constexpr (operation == Operation::borrow) {
      using View = BorrowedView<C>;
      if (how.keep) {
        return reading_of<Kept, false>(how, [](std::span<const std::byte> in, Kept& kept) {
          kept.bytes.append(in.data(), in.size());
          *kept.bytes.reserve(1) = std::byte{0};
          kept.codec.borrow(kept.bytes.bytes(), kept.view);
        });
      }
      const auto codec = std::make_shared<C>();
      return reading_of<View, false>(
          how, [codec](std::span<const std::byte> in, View& view) { codec->borrow(in, view); });
    } else {
      return nullptr;
    }
  }

 private:
  // What a view borrows from goes after it.
  struct Kept {
    Buffer bytes;
    [[no_unique_address]] C codec;
    BorrowedView<C> view;
  };

  std::uint64_t leaves(std::span<const std::byte> bytes) {
    if constexpr (operation == Operation::access) {
      return codec_.access(bytes);
    } else {
      return codec_.read(bytes);
    }
  }

  C codec_;
};

// The plain value of an output object.
template <class C>
std::uint64_t visit_sum_of_output(C& codec, typename Model<C>::Output& out) {
  if constexpr (OwnModel<C>) {
    Root value;
    codec.convert(out, value);
    return visit_sum(value);
  } else {
    return visit_sum(out);
  }
}

// `encode-fresh`: codec and buffer are made for each value, as where nothing is kept between calls.
template <class C>
class FreshWalk final : public ExtraWalk {
  using Input = typename Model<C>::Input;

 public:
  std::uint64_t sum(const Root& value, std::span<const std::byte>) override {
    C codec;
    Buffer bytes;
    std::unique_ptr<Input> input;  // where the bytes may lie
    if constexpr (OwnModel<C>) {
      input = std::make_unique<Input>();
      codec.populate(value, *input);
      codec.encode(*input, bytes);
    } else {
      codec.encode(value, bytes);
    }
    if constexpr (KeepsBytes<C>) bytes.append(codec.storage());
    *bytes.reserve(1) = std::byte{0};
    const auto output = std::make_unique<typename Model<C>::Output>();
    codec.decode(bytes.bytes(), *output);
    return visit_sum_of_output(codec, *output);
  }

  void walk(std::size_t passes, Subjects& subjects, Meter& meter) override {
    const auto encode = [](const Input& input) {
      C codec;
      Buffer bytes;
      codec.encode(input, bytes);
      observe_encoded(codec, bytes);
    };
    if constexpr (OwnModel<C>) {
      in_batches<false>(
          passes, subjects, meter, inputs_,
          [&](std::size_t i, Input& input) { codec_.populate(subjects.plain[i], input); }, encode);
    } else {
      meter.start();
      for (std::size_t pass = 0; pass < passes; ++pass) {
        for (const Root& value : subjects.plain) encode(value);
      }
      meter.stop();
    }
  }

 private:
  C codec_;
  std::vector<std::unique_ptr<Input>> inputs_;
};

// `decode-reused`: one output object for all values, which keeps its memory.
template <class C>
class ReusedWalk final : public ExtraWalk {
 public:
  // Twice: the value before may be this one, whose items were to be replaced and not added to.
  std::uint64_t sum(const Root&, std::span<const std::byte> bytes) override {
    codec_.decode(bytes, *kept_);
    codec_.decode(bytes, *kept_);
    return visit_sum_of_output(codec_, *kept_);
  }

  void walk(std::size_t passes, Subjects& subjects, Meter& meter) override {
    const EncodedValues& encoded = subjects.encoded;
    const std::size_t count = encoded.size();
    meter.start();
    for (std::size_t pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < count; ++i) {
        codec_.decode(encoded[i], *kept_);
        observe(*kept_);
      }
    }
    meter.stop();
  }

 private:
  C codec_;
  std::unique_ptr<typename Model<C>::Output> kept_ = std::make_unique<typename Model<C>::Output>();
};

// Of `built`, those that the codec offers.
struct Built {
  bool borrow, access, read, encode_fresh, decode_reused;
};
template <class C, Built built>
ExtraWalks extra_walks() {
  ExtraWalks extra;
  if constexpr (built.borrow && Borrows<C>) {
    extra[Operation::borrow] = std::make_unique<LookingWalk<C, Operation::borrow>>();
  }
  if constexpr (built.access && Accesses<C>) {
    extra[Operation::access] = std::make_unique<LookingWalk<C, Operation::access>>();
  }
  if constexpr (built.read && ReadsByAccessors<C>) {
    extra[Operation::read] = std::make_unique<LookingWalk<C, Operation::read>>();
  }
  if constexpr (built.encode_fresh) {
    extra[Operation::encode_fresh] = std::make_unique<FreshWalk<C>>();
  }
  if constexpr (built.decode_reused) {
    extra[Operation::decode_reused] = std::make_unique<ReusedWalk<C>>();
  }
  return extra;
}

}  // namespace serbench

#define SERBENCH_EXTRA_WALKS(C)                                                             \
  serbench::extra_walks<C, serbench::Built{SERBENCH_BORROW, SERBENCH_ACCESS, SERBENCH_READ, \
                                           SERBENCH_ENCODE_FRESH, SERBENCH_DECODE_REUSED}>()

// Makes a class the codec of this program.
#if SERBENCH_BASE
#define SERBENCH_CODEC(C)                                                              \
  std::unique_ptr<serbench::Runner> serbench::make_runner() {                          \
    return serbench::runner_of(                                                        \
        []() -> std::unique_ptr<serbench::Walks> {                                     \
          return std::make_unique<serbench::CodecWalks<C, SERBENCH_REUSES_OBJECTS>>(); \
        },                                                                             \
        SERBENCH_EXTRA_WALKS(C));                                                      \
  }
#else
#define SERBENCH_CODEC(C)                            \
  serbench::ExtraWalks serbench::make_more_extra() { \
    return SERBENCH_EXTRA_WALKS(C);                  \
  }
#endif
