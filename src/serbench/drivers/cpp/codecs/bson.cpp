// ---
// library = "libbson"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing", "zero-copy", "reuses-objects"]
// page = "https://mongoc.org/libbson/1.27.2/performance.html"
// extra = ["borrow", "access", "read"]
// fetch = ["bson"]
// limits = [
//   "u64 above 2^63 - 1",
//   "names of fields and keys of maps that hold the character NUL",
//   "2 GiB and more",
//   "timestamps in seconds whose milliseconds are beyond 64 bits",
// ]
// [types]
// timestamp_s_utc = "UTC datetime"
// timestamp_ms_utc = "UTC datetime"
// uuid = "binary of subtype 4"
// absent = "no member"
// ---
#include "libraries/bson.hpp"

#include "serbench/codec.hpp"
#include "serbench/locate.hpp"
#include "serbench/views.hpp"

namespace {

using namespace serbench;

class Bson {
 public:
  Bson() = default;
  Bson(const Bson&) = delete;
  Bson& operator=(const Bson&) = delete;
  ~Bson() { bson_destroy(document_); }

  void encode(const Root& value, Buffer&) {
    bson_reinit(document_);
    try {
      bson::append_fields(document_, value);
    } catch (const CannotHold& error) {
      bson_destroy(document_);  // documents within it are still open
      document_ = bson_new();
      const std::string path = locate(value, [](const auto& part) { return is_refused(part); });
      throw CannotHold(path.empty() ? error.what() : path + ": " + error.what());
    }
  }
  std::span<const std::byte> storage() const {
    return std::as_bytes(std::span(bson_get_data(document_), document_->len));
  }

  void decode(std::span<const std::byte> in, Root& out) { bson::get(in, out, 0); }
  void borrow(std::span<const std::byte> in, auto& out) { bson::get(in, out, 0); }
  std::uint64_t read(std::span<const std::byte> in) { return bson::sum<Root>(in); }
  std::uint64_t access(std::span<const std::byte> in) {
    return bson::sum_at<Root>(AccessPath(), in);
  }

 private:
  template <class T>
  static bool is_refused(const T& part) {
    if constexpr (Native<T>) return !bson::fits(part);
    if constexpr (std::same_as<T, std::uint64_t>) return part > INT64_MAX;
    if constexpr (std::same_as<T, Name>) return part.text.find('\0') != part.text.npos;
    return false;
  }

  bson_t* document_ = bson_new();
};

}  // namespace

SERBENCH_CODEC(Bson)
