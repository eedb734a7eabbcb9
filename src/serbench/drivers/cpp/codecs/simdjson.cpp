// ---
// library = "simdjson"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/simdjson/simdjson/blob/master/doc/ondemand_design.md"
// unions = "the value"
// extra = ["read"]
// fetch = ["simdjson"]
// limits = ["NaN and infinities"]
// types = { absent = "no member" }
// ---
#include "libraries/simdjson.hpp"

#include "serbench/explain.hpp"

namespace {

using namespace serbench;

// One parser and one builder serve all values, as the library advises. What is parsed has to be
// followed by SIMDJSON_PADDING bytes, which those of the driver are not: they are copied.
class SimdJson {
 public:
  void encode(const Root& value, Buffer&) {
    builder_.clear();
    simd::put(builder_, value, scratch_);
    const std::string_view text = builder_.view().value();
    bytes_ = std::as_bytes(std::span(text));
  }
  std::span<const std::byte> storage() const { return bytes_; }

  void decode(std::span<const std::byte> in, Root& out) {
    auto document = parse(in);
    simd::get(document.get_value().value(), out);
    end(document);
  }
  std::uint64_t read(std::span<const std::byte> in) {
    auto document = parse(in);
    const std::uint64_t total = simd::sum<Root>(document.get_value().value());
    end(document);
    return total;
  }

  static std::string explain(const Root& value) {
    return has_non_finite(value) ? "NaN and infinities" : "";
  }

 private:
  simd::Document parse(std::span<const std::byte> in) {
    padded_.clear();
    padded_.append(in);
    padded_.reserve(simdjson::SIMDJSON_PADDING);
    const auto* text = reinterpret_cast<const char*>(padded_.data());
    return parser_.iterate(text, in.size(), padded_.capacity()).value();
  }
  static void end(simd::Document& document) {
    if (!document.at_end()) throw std::runtime_error("something follows the value");
  }

  simdjson::builder::string_builder builder_;
  simdjson::ondemand::parser parser_;
  Buffer padded_;
  std::span<const std::byte> bytes_;
  std::string scratch_;
};

}  // namespace

SERBENCH_CODEC(SimdJson)
