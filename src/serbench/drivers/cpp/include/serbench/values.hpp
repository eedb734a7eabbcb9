// Canonical values of the schema the driver is compiled for: reading, digests, visit and access sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "schema/types.hpp"
#include "serbench/access.hpp"

namespace serbench {

inline constexpr bool has_access_leaf = !std::is_same_v<AccessPath, Path<>>;

struct WorkingSet {
  std::vector<Root> values;
  std::vector<std::uint64_t> digests;
  std::vector<std::uint64_t> visits;
  std::vector<std::uint64_t> accesses;  // zeros if the schema has no access leaf
};

// The first `limit` values (all, if 0) of a file of canonical values, with their digests.
// Throws BadValues: `line 3: $.user.id: 4294967296 is not a u32`.
WorkingSet load_values(const std::string& path, std::size_t limit);

// The values of a file in chunks, from the first again after the last, so that memory does not grow
// with their number.
class ValueChunks {
 public:
  // Throws BadValues if the file cannot be read.
  explicit ValueChunks(const std::string& path);
  ~ValueChunks();

  // Replaces the chunk by the next values: `most`, or 4096, or as many as 16 MiB of JSON hold, but
  // one at least. Throws BadValues as load_values does.
  const std::vector<Root>& next(std::size_t most);
  const std::vector<Root>& values() const { return values_; }

 private:
  struct Source;

  std::unique_ptr<Source> source_;
  std::vector<Root> values_;
};

// As docs/protocol.md defines them.
void add_canonical_bytes(const Root& value, std::string& out);
std::uint64_t digest_of(const Root& value);
std::uint64_t visit_sum(const Root& value);
std::uint64_t access_sum(const Root& value);
// The digest of a working set, from those of its values.
std::uint64_t digest_of(const std::vector<std::uint64_t>& digests);

}  // namespace serbench
