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
//   void convert(const Output& out, Root& value);          // `value` is new
//
// Either may have, where its library offers it:
//   std::uint64_t read(std::span<const std::byte> in);           // the visit sum, by accessors
//   void borrow(std::span<const std::byte> in, RootView& out);   // `out` is new; serbench/views.hpp
//   std::uint64_t access(std::span<const std::byte> in);         // the sum of the leaf at AccessPath
// What a view borrows lies in `in`, or in the codec until its next call. A codec may borrow into
// another type than RootView, if `std::uint64_t sum(const TYPE&)` of the codec gives its visit sum.
// The bytes are followed by a zero byte, as a std::string's are, and aligned to 16; those to decode
// that come from an object file lie anywhere.
// What a library throws is a mismatch or an error of kind `failed`; CannotHold says that the
// format has no way to represent the value.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "serbench/buffer.hpp"
#include "serbench/files.hpp"
#include "serbench/object_path.hpp"
#include "serbench/plain_path.hpp"
#include "serbench/runner.hpp"
#include "serbench/text.hpp"
#include "serbench/values.hpp"
#include "serbench/visit.hpp"

namespace serbench {

template <class C>
concept ReadsByAccessors = requires(C codec, std::span<const std::byte> in) {
  { codec.read(in) } -> std::same_as<std::uint64_t>;
};

template <class C>
concept Borrows = requires {
  &C::borrow;
};
template <class C>
concept Accesses = has_access_leaf && requires(C codec, std::span<const std::byte> in) {
  { codec.access(in) } -> std::same_as<std::uint64_t>;
};

// The type that a codec's `borrow` fills.
template <class Function>
struct Borrowed;
template <class C, class View>
struct Borrowed<void (C::*)(std::span<const std::byte>, View&)> {
  using type = View;
};

template <class C, bool reuses_objects>
class CodecRunner final : public Runner {
 public:
  std::vector<Operation> operations() const override {
    using enum Operation;
    std::vector<Operation> all{populate, encode, decode};
    if constexpr (OwnModel<C>) all.push_back(convert);
    if constexpr (Borrows<C>) all.push_back(borrow);
    if constexpr (Accesses<C>) all.push_back(access);
    for (const Operation operation : {read, serialize, deserialize, memcpy}) {
      all.push_back(operation);
    }
    return all;
  }

  bool has_own_model() const override { return OwnModel<C>; }

  std::size_t values() const override { return set_.values.size(); }

  Digested open(const std::string& path, std::size_t limit) override {
    forget();
    set_ = {};  // frees the old values before the new ones are read
    opened_ = false;
    set_ = load_values(path, limit);
    opened_ = true;
    const auto total = [](const std::vector<std::uint64_t>& sums) {
      return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
    };
    Digested opened{set_.values.size(), digest_of(set_.digests), total(set_.visits), {}};
    if (has_access_leaf) opened.access = total(set_.accesses);
    return opened;
  }

  Verification verify() override {
    if (!opened_) throw BadRequest("there are no values yet: send `open`");
    if (set_.values.empty()) throw BadRequest("there are no values yet: send `open`");
    forget();
    Verification result;
    result.values = set_.values.size();
    std::vector<std::uint64_t> digests;
    bool whole = true;
    for (std::size_t i = 0; i < set_.values.size(); ++i) {
      std::string reason;
      std::uint64_t digest = 0;
      try {
        reason = survives(i, digest, result.visit);
      } catch (const CannotHold& error) {
        throw CannotHold("value " + std::to_string(i) + ": " + error.what());
      } catch (const std::exception& error) {
        reason = error.what();
      } catch (...) {
        reason = "the library threw something that is no std::exception";
      }
      if (extents_.size() == i) {  // not even encoded; the next value keeps its place
        whole = false;
        extents_.push_back({encoded_bytes_.size(), 0});
      }
      digests.push_back(digest);
      if (!reason.empty() && ++result.mismatched <= 10) result.mismatches.push_back({i, reason});
    }
    for (const Extent& extent : extents_) result.encoded_bytes += extent.size;
    result.digest = digest_of(digests);
    encoded_ = whole;
    verified_ = result.mismatched == 0;
    return result;
  }

  void prepare(Operation operation) override {
    if (!verified_) throw BadRequest("every value must be verified first: send `verify`");
    if constexpr (OwnModel<C>) {
      if (operation == Operation::encode && inputs_.empty()) {
        for (const Root& value : set_.values) {
          inputs_.push_back(std::make_unique<Input>());
          path_.codec().populate(value, *inputs_.back());
        }
      }
      if (operation == Operation::convert && outputs_.empty()) {
        for (std::size_t i = 0; i < extents_.size(); ++i) {
          outputs_.push_back(std::make_unique<Output>());
          path_.codec().decode(encoded(i), *outputs_.back());
        }
      }
    }
  }

  std::size_t walk(Operation operation, std::size_t passes) override {
    using enum Operation;
    switch (operation) {
      case populate:
        return each(passes, [&](std::size_t i) { do_populate(set_.values[i]); });
      case encode:
        return each(passes, [&](std::size_t i) {
          buffer_.clear();
          if constexpr (OwnModel<C>) {
            path_.codec().encode(*inputs_[i], buffer_);
          } else {
            path_.codec().encode(set_.values[i], buffer_);
          }
          observe(buffer_);
        });
      case decode:
        return each(passes, [&](std::size_t i) {
          path_.with_output([&](Output& out) {
            path_.codec().decode(encoded(i), out);
            observe(out);
          });
        });
      case convert:
        if constexpr (OwnModel<C>) {
          return each(passes, [&](std::size_t i) {
            Root value;
            path_.codec().convert(*outputs_[i], value);
            observe(value);
          });
        }
        break;
      case borrow:
        if constexpr (Borrows<C>) {
          return each(passes, [&](std::size_t i) {
            typename Borrowed<decltype(&C::borrow)>::type view;
            path_.codec().borrow(encoded(i), view);
            observe(view);
          });
        }
        break;
      case access:
        if constexpr (Accesses<C>) {
          return each(passes, [&](std::size_t i) { observe(path_.codec().access(encoded(i))); });
        }
        break;
      case read:
        return each(passes, [&](std::size_t i) { observe(do_read(encoded(i))); });
      case serialize:  // the same as encode, and `describe` says so
        if constexpr (!OwnModel<C>) return walk(encode, passes);
        return each(passes, [&](std::size_t i) {
          buffer_.clear();
          path_.serialize(set_.values[i], buffer_);
          observe(buffer_);
        });
      case deserialize:
        if constexpr (!OwnModel<C>) return walk(decode, passes);
        return each(passes, [&](std::size_t i) {
          Root value;
          path_.deserialize(encoded(i), value);
          observe(value);
        });
      case memcpy:
        return each(passes, [&](std::size_t i) {
          buffer_.clear();
          buffer_.append(encoded(i).data(), extents_[i].size);
          observe(buffer_);
        });
    }
    throw BadRequest("the codec has no such operation");
  }

  std::size_t dump(const std::string& path) override {
    if (!encoded_) throw BadRequest("there are no encoded values yet: send `verify`");
    std::vector<std::span<const std::byte>> all;
    for (std::size_t i = 0; i < extents_.size(); ++i) all.push_back(encoded(i));
    return write_encoded(path, all);
  }

  Digested load(const std::string& path) override {
    Digested result;
    std::vector<std::uint64_t> digests;
    read_encoded(path, buffer_, [&](std::span<const std::byte> bytes) {
      Root value;
      path_.deserialize(bytes, value);
      digests.push_back(digest_of(value));
      result.visit += visit_sum(value);
    });
    result.values = digests.size();
    result.digest = digest_of(digests);
    return result;
  }

  std::unique_ptr<ObjectCodec> object_codec() const override {
    return std::make_unique<ObjectPath<C, reuses_objects>>();
  }

 private:
  using Path = PlainPath<C, reuses_objects>;
  using Input = typename Path::Input;
  using Output = typename Path::Output;
  // Where an encoded value lies in encoded_bytes_.
  struct Extent {
    std::size_t offset;
    std::size_t size;
  };

  void forget() {
    encoded_ = verified_ = false;
    encoded_bytes_.clear();
    extents_.clear();
    inputs_.clear();
    outputs_.clear();
  }

  std::span<const std::byte> encoded(std::size_t i) const {
    return {encoded_bytes_.data() + extents_[i].offset, extents_[i].size};
  }

  template <class F>
  std::size_t each(std::size_t passes, F&& f) {
    const std::size_t count = set_.values.size();
    for (std::size_t pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < count; ++i) f(i);
    }
    return passes * count;
  }

  void do_populate(const Root& value) {
    if constexpr (OwnModel<C>) {
      path_.with_input([&](Input& in) {
        path_.codec().populate(value, in);
        observe(in);
      });
    } else {
      const Root copy(value);
      observe(copy);
    }
  }

  std::uint64_t do_read(std::span<const std::byte> bytes) {
    if constexpr (ReadsByAccessors<C>) {
      return path_.codec().read(bytes);
    } else {
      Root value;
      path_.deserialize(bytes, value);
      return visit_sum(value);
    }
  }

  std::uint64_t borrowed_sum(std::span<const std::byte> bytes) {
    typename Borrowed<decltype(&C::borrow)>::type view;
    path_.codec().borrow(bytes, view);
    if constexpr (requires { path_.codec().sum(view); }) {
      return path_.codec().sum(view);
    } else {
      return visit_sum_of(view);
    }
  }

  // Encodes value i, keeps the bytes, and decodes them in every way. Returns why the value did
  // not survive, or nothing.
  std::string survives(std::size_t i, std::uint64_t& digest, std::uint64_t& visit) {
    const Root& value = set_.values[i];
    buffer_.clear();
    path_.serialize(value, buffer_);
    keep_encoded();
    Root decoded;
    path_.deserialize(encoded(i), decoded);
    digest = digest_of(decoded);
    if (digest != set_.digests[i]) return unequal("decode: digest", digest, set_.digests[i]);

    buffer_.clear();
    path_.serialize(value, buffer_);
    *buffer_.reserve(1) = std::byte{0};
    Root deserialized;
    path_.deserialize(buffer_.bytes(), deserialized);
    const std::uint64_t again = digest_of(deserialized);
    if (again != set_.digests[i]) return unequal("deserialize: digest", again, set_.digests[i]);

    const std::uint64_t sum = do_read(encoded(i));
    visit += sum;
    if (sum != set_.visits[i]) return unequal("read: visit sum", sum, set_.visits[i]);

    if constexpr (Borrows<C>) {
      const std::uint64_t borrowed = borrowed_sum(encoded(i));
      if (borrowed != set_.visits[i]) {
        return unequal("borrow: visit sum", borrowed, set_.visits[i]);
      }
    }
    if constexpr (Accesses<C>) {
      const std::uint64_t leaf = path_.codec().access(encoded(i));
      if (leaf != set_.accesses[i]) return unequal("access: sum", leaf, set_.accesses[i]);
    }
    return {};
  }

  void keep_encoded() {
    constexpr std::size_t alignment = 16;
    const std::size_t size = buffer_.size();
    extents_.push_back({encoded_bytes_.size(), size});
    const std::size_t room = (size + 1 + alignment - 1) / alignment * alignment;
    std::byte* at = encoded_bytes_.extend(room);
    std::memset(at + size, 0, room - size);
    if (size != 0) std::memcpy(at, buffer_.data(), size);
  }

  Path path_;
  WorkingSet set_;
  bool opened_ = false;
  bool encoded_ = false;
  bool verified_ = false;
  Buffer buffer_;
  Buffer encoded_bytes_;
  std::vector<Extent> extents_;
  std::vector<std::unique_ptr<Input>> inputs_;
  std::vector<std::unique_ptr<Output>> outputs_;
};

}  // namespace serbench

// Makes a class the codec of this program. The builder defines SERBENCH_REUSES_OBJECTS from the
// traits in the file's front matter.
#define SERBENCH_CODEC(C)                                                         \
  std::unique_ptr<serbench::Runner> serbench::make_runner() {                     \
    return std::make_unique<serbench::CodecRunner<C, SERBENCH_REUSES_OBJECTS>>(); \
  }
