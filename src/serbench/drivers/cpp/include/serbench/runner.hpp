// What the protocol asks of a codec, whatever the codec and the schema.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace serbench {

enum class Operation {
  populate,
  encode,
  decode,
  convert,
  borrow,
  access,
  read,
  encode_fresh,
  decode_reused,
  serialize,
  deserialize,
  memcpy
};

inline constexpr std::array<std::string_view, 12> operation_names = {
    "populate", "encode",       "decode",        "convert",   "borrow",      "access",
    "read",     "encode-fresh", "decode-reused", "serialize", "deserialize", "memcpy"};

inline std::string_view name_of(Operation operation) {
  return operation_names[static_cast<std::size_t>(operation)];
}

// The format cannot represent a value. The text says what and where.
struct CannotHold : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The values file does not fit the schema. The text names the line.
struct BadValues : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A request that is unknown, incomplete or comes too early.
struct BadRequest : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Mismatch {
  std::size_t index;
  std::string reason;
};

struct Verification {
  std::size_t values = 0;
  std::size_t encoded_bytes = 0;
  std::uint64_t digest = 0;
  std::uint64_t visit = 0;
  std::size_t mismatched = 0;
  std::vector<Mismatch> mismatches;  // the first ten
};

// How many values, and a digest of them all.
struct Digested {
  std::size_t values = 0;
  std::uint64_t digest = 0;
  std::uint64_t visit = 0;
  std::optional<std::uint64_t> access;  // the access sum, if the schema has an access leaf
  std::size_t refused = 0;              // of a load
};

// An object file or an index that is torn, damaged or another's. The text names the file.
struct BadFile : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Meter;
class ObjectCodec;

class Runner {
 public:
  virtual ~Runner() = default;

  virtual std::vector<Operation> operations() const = 0;
  // Whether populate and convert are steps of their own, or a plain copy and nothing.
  virtual bool has_own_model() const = 0;

  // Loads the working set: the first `limit` values of a file, all if 0. Throws BadValues.
  virtual Digested open(const std::string& path, std::size_t limit) = 0;
  // Throws CannotHold; anything else a value does wrong is a mismatch.
  virtual Verification verify() = 0;

  // Does the operation on every value, `passes` times, with the meter on. Returns how many that were.
  // Throws BadRequest before a good verify.
  virtual std::size_t walk(Operation operation, std::size_t passes, Meter& meter) = 0;

  // Each encoded value as a little-endian 32-bit length and the bytes; returns the bytes.
  virtual std::size_t dump(const std::string& path) = 0;
  // What is refused is told in the file `outcomes` and does not end it, if that is not empty.
  virtual Digested load(const std::string& path, const std::string& outcomes) = 0;
  virtual std::size_t values() const = 0;

  // A codec of its own, which shares nothing with others: one for each thread.
  virtual std::unique_ptr<ObjectCodec> object_codec() const = 0;
};

// Defined once in each codec's file, by SERBENCH_CODEC.
std::unique_ptr<Runner> make_runner();

}  // namespace serbench
