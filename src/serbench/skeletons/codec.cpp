// ---
// library = "cereal"
// format = "cereal"
// traits = ["binary", "schema"]
// page = "https://uscilab.github.io/cereal/serialization_archives.html"
// headers = ["cereal/cereal.hpp", "cereal/version.hpp"]
// version = ["CEREAL_VERSION_MAJOR", "CEREAL_VERSION_MINOR", "CEREAL_VERSION_PATCH"]
// packages = ["libcereal-dev"]
//
// # Of a working copy, by paths relative to this file:
// # include = ["../mylib/include"]
// # sources = ["../mylib/src/*.cpp"]
// # archives = ["../mylib/build/libmylib.a"]
// # flags = ["-DMYLIB_FAST"]
// # link_flags = ["-lz"]
// ---
// A codec of cereal, to be replaced by yours. The front matter above says what it is; with
// `wire = "json"` or another that serbench knows, it is proven against all others of that wire.

#include "serbench/codec.hpp"

#include <cereal/archives/binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <istream>
#include <ostream>

namespace cereal {

// Every record is described: its fields come in the order of the schema, whatever that is.
template <class Archive, serbench::Described T>
void serialize(Archive& archive, T& record) {
  serbench::for_each_field(record, [&](std::string_view, auto& member) { archive(member); });
}

// What a record holds of its own kind.
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

}  // namespace cereal

namespace {

using namespace serbench;

// One object serves all values: what its members keep is reused.
struct OwnCodec {
  // Appends the value's bytes. `Buffer` is the driver's; `out.extend(n)` gives a place to write to.
  void encode(const Root& value, Buffer& out) {
    const auto attached = writer_.attach(out);
    cereal::BinaryOutputArchive archive(ostream_);
    archive(value);
  }

  // `out` is empty. An exception says that the bytes are refused.
  void decode(std::span<const std::byte> in, Root& out) {
    reader_.attach(in);
    cereal::BinaryInputArchive archive(istream_);
    archive(out);
  }

 private:
  BufferWriter writer_;
  BytesReader reader_;
  std::ostream ostream_{&writer_};
  std::istream istream_{&reader_};
};

}  // namespace

SERBENCH_CODEC(OwnCodec)
