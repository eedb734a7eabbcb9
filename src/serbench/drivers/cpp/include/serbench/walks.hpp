// What is compiled for each codec: its steps for one value, and the walks that are timed. All else of
// a driver is compiled once, or once for each schema, and knows a codec only as Walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "schema/types.hpp"
#include "serbench/block.hpp"
#include "serbench/buffer.hpp"
#include "serbench/encoded_values.hpp"
#include "serbench/meter.hpp"
#include "serbench/object_codec.hpp"
#include "serbench/runner.hpp"

namespace serbench {

// Makes the compiler believe that the object is looked at, so that no work on it is left out.
template <class T>
inline void observe(const T& object) {
  asm volatile("" : : "g"(&object) : "memory");
}

// The values of a working set, plain and encoded, and the buffer to encode them to.
struct Subjects {
  std::vector<Root> plain;
  EncodedValues encoded;
  Buffer buffer;
};

// Reads the values of a run from `i` on, which is left where it ended or failed.
class RunReading {
 public:
  virtual ~RunReading() = default;
  virtual void read(const EncodedRun& run, std::size_t& i) = 0;
};

class Walks {
 public:
  virtual ~Walks() = default;

  virtual bool has_own_model() const = 0;
  // Whether `read` decodes and visits what was decoded: there are no accessors.
  virtual bool reads_by_visiting() const = 0;
  // What the format cannot hold of a value that did not survive; empty if the fault lies elsewhere.
  virtual std::string explain(const Root& value) const = 0;

  // `out` is empty.
  virtual void serialize(const Root& value, Buffer& out) = 0;
  // `value` is new. The bytes are followed by a zero byte.
  virtual void deserialize(std::span<const std::byte> bytes, Root& value) = 0;
  // The same by the steps `decode` and `convert`.
  virtual void decode(std::span<const std::byte> bytes, Root& value) = 0;

  // Does the operation on every value, `passes` times: any but memcpy and extra ones, `read` only by
  // visiting, and `populate` only of codecs with a model of their own. The meter is on but while
  // the objects are made that encode and convert start from.
  virtual void walk(Operation operation, std::size_t passes, Subjects& subjects, Meter& meter) = 0;

  // The same for object files, from value `i` on, which is left where it ended or failed.
  virtual void serialize(const std::vector<Root>& values, std::size_t& i, Block& block,
                         std::vector<std::uint64_t>& ends) = 0;
  // By `deserialize` or `decode`. It does not outlive this.
  virtual std::unique_ptr<RunReading> reading(const HowToRead& how) = 0;
};

// An operation that is built only where it is asked for.
class ExtraWalk {
 public:
  virtual ~ExtraWalk() = default;

  // What the value, of which these are the bytes, adds to the visit sum, or by `access` to the
  // access sum.
  virtual std::uint64_t sum(const Root& value, std::span<const std::byte> bytes) = 0;
  // Does the operation on every value, `passes` times, with the meter on.
  virtual void walk(std::size_t passes, Subjects& subjects, Meter& meter) = 0;
  // The operation on object files; null if it is none that reads whole values from them.
  virtual std::unique_ptr<RunReading> reading(const HowToRead&) const { return nullptr; }
};

// Those that the codec offers and that were built.
using ExtraWalks = std::map<Operation, std::unique_ptr<ExtraWalk>>;

using MakeWalks = std::unique_ptr<Walks> (*)();
std::unique_ptr<Runner> runner_of(MakeWalks make_walks, ExtraWalks extra);

// What was asked for besides and is an object of its own: linked to the driver, or null.
[[gnu::weak]] ExtraWalks make_more_extra();

}  // namespace serbench
