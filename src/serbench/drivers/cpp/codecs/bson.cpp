// ---
// library = "libbson"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing", "zero-copy"]
// page = "https://mongoc.org/libbson/1.23.1/bson_writer_t.html"
// extra = ["borrow", "access", "read"]
// headers = ["bson/bson.h"]
// version = "BSON_VERSION_S"
// packages = ["libbson-dev"]
// pkg_config = ["libbson-1.0"]
// compile = ["bson"]
// limits = [
//   "u64 above 2^63 - 1",
//   "names of fields and keys of maps that hold the character NUL",
//   "2 GiB and more",
// ]
// ---
#include "libraries/bson.hpp"

#include <memory>

#include "libraries/locate.hpp"
#include "serbench/codec.hpp"
#include "serbench/views.hpp"

namespace {

using namespace serbench;

struct Bson {
  // By bson_writer_t, straight into the driver's buffer.
  void encode(const Root& value, Buffer& out) {
    auto* bytes = reinterpret_cast<std::uint8_t*>(out.reserve(least_room));
    std::size_t room = out.capacity();
    const std::unique_ptr<bson_writer_t, decltype(&bson_writer_destroy)> writer(
        bson_writer_new(&bytes, &room, 0, grow, &out), bson_writer_destroy);
    bson_t* document = nullptr;
    bson_writer_begin(writer.get(), &document);
    try {
      bson::append_fields(document, value);
    } catch (const CannotHold& error) {
      const std::string path = locate(value, [](const auto& part) { return is_refused(part); });
      throw CannotHold(path.empty() ? error.what() : path + ": " + error.what());
    }
    bson_writer_end(writer.get());
    out.commit(bson_writer_get_length(writer.get()));
  }

  void decode(std::span<const std::byte> in, Root& out) { bson::get(in, out, 0); }
  void borrow(std::span<const std::byte> in, auto& out) { bson::get(in, out, 0); }
  std::uint64_t read(std::span<const std::byte> in) { return bson::sum<Root>(in); }
  std::uint64_t access(std::span<const std::byte> in) {
    return bson::sum_at<Root>(AccessPath(), in);
  }

 private:
  static constexpr std::size_t least_room = 4096;

  // Growing keeps all bytes, those too that are not committed.
  static void* grow(void*, std::size_t size, void* buffer) {
    return static_cast<Buffer*>(buffer)->reserve(size);
  }

  template <class T>
  static bool is_refused(const T& part) {
    if constexpr (std::same_as<T, std::uint64_t>) return part > INT64_MAX;
    if constexpr (std::same_as<T, Name>) return part.text.find('\0') != part.text.npos;
    return false;
  }
};

}  // namespace

SERBENCH_CODEC(Bson)
