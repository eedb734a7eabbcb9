// A codec of FlatBuffers, with or without their verifier.
#pragma once

#include <stdexcept>

#include "libraries/flatbuffers_builder.hpp"
#include "schema/flatbuffers_convert.hpp"
#include "serbench/codec.hpp"

namespace serbench::flat {

enum class Checks { all, none };

// A table to read, over bytes of its own or of somebody else.
class View {
 public:
  template <Checks checks>
  void copy(std::span<const std::byte> in) {
    own_.clear();
    own_.append(in.data(), in.size());
    open<checks>(own_.bytes());
  }

  template <Checks checks>
  void open(std::span<const std::byte> in) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(in.data());
    if constexpr (checks == Checks::all) {
      // The defaults stop at 64 tables in one another and a million in all.
      constexpr ::flatbuffers::uoffset_t depth = 10000, tables = -1;
      ::flatbuffers::Verifier verifier(bytes, in.size(), depth, tables);
      if (!verifier.VerifyBuffer<serbench_flat::RootTable>()) {
        throw std::runtime_error("the verifier finds fault with the buffer");
      }
    }
    root_ = ::flatbuffers::GetRoot<serbench_flat::RootTable>(bytes);
  }

  const serbench_flat::RootTable* root() const { return root_; }

 private:
  Buffer own_;
  const serbench_flat::RootTable* root_ = nullptr;
};

// A builder makes the bytes, so that nothing is left to encode: they stay where it has them. There is
// nothing to decode either: that copies and checks, `borrow` and deserialize only check.
template <Checks checks>
class Codec {
 public:
  using Input = Builder;
  using Output = View;

  void populate(const Root& value, Builder& in) {
    in.Clear();
    in.made.clear();
    serbench_flat::build(value, in);
  }

  void encode(const Builder& in, Buffer&) {
    encoded_ = std::as_bytes(std::span(in.GetBufferPointer(), in.GetSize()));
  }
  std::span<const std::byte> storage() const { return encoded_; }
  void decode(std::span<const std::byte> in, View& out) { out.copy<checks>(in); }
  void borrow(std::span<const std::byte> in, View& out) { out.open<checks>(in); }
  void convert(const View& out, Root& value) { serbench_flat::get(out.root(), value); }

  std::uint64_t read(std::span<const std::byte> in) {
    View view;
    view.open<checks>(in);
    return sum(view);
  }

  std::uint64_t access(std::span<const std::byte> in) {
    View view;
    view.open<checks>(in);
    return serbench_flat::access(view.root());
  }

  std::uint64_t sum(const View& view) { return serbench_flat::sum(view.root()); }

 private:
  std::span<const std::byte> encoded_;
};

}  // namespace serbench::flat
