// ---
// library = "libbson"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing"]
// page = "https://mongoc.org/libbson/1.23.1/bson_validate.html"
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
#include "libraries/bson_codec.hpp"

namespace {

using namespace serbench;

// Documents are walked once more before they are read: libbson's iterators check no text.
struct BsonUtf8 {
  void encode(const Root& value, Buffer& out) { codec_.encode(value, out); }

  void decode(std::span<const std::byte> in, Root& out) {
    bson_t document;
    if (!bson_init_static(&document, reinterpret_cast<const std::uint8_t*>(in.data()), in.size()) ||
        !bson_validate(&document, flags, nullptr)) {
      throw std::runtime_error("no document, or not in UTF-8");
    }
    codec_.decode(in, out);
  }

 private:
  static constexpr auto flags =
      static_cast<bson_validate_flags_t>(BSON_VALIDATE_UTF8 | BSON_VALIDATE_UTF8_ALLOW_NULL);

  bson::Codec codec_;
};

}  // namespace

SERBENCH_CODEC(BsonUtf8)
