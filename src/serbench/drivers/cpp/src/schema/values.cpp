// Compiled once for each schema: canonical values, their digests, visit and access sums.
#include "serbench/values.hpp"

#include <string_view>
#include <type_traits>

#include "serbench/access.hpp"
#include "serbench/describe.hpp"
#include "serbench/files.hpp"
#include "serbench/hasher.hpp"
#include "serbench/json_reader.hpp"
#include "serbench/runner.hpp"
#include "serbench/visit.hpp"

namespace serbench {
namespace {

template <class T>
void hash(Hasher& out, const T& value);

template <class T>
void hash_text(Hasher& out, const T& text) {
  hash(out, std::uint64_t{text.size()});
  out.add(text.data(), text.size());
}

template <class T>
void hash(Hasher& out, const T& value) {
  if constexpr (std::is_arithmetic_v<T> || Enum<T>) {
    out.add(&value, sizeof value);
  } else if constexpr (std::same_as<T, std::string> || std::same_as<T, Bytes>) {
    hash_text(out, value);
  } else if constexpr (Optional<T>) {
    hash(out, value.has_value());
    if (value) hash(out, *value);
  } else if constexpr (Described<T>) {
    for_each_field(value, [&](std::string_view, const auto& member) { hash(out, member); });
  } else if constexpr (Map<T>) {
    hash(out, std::uint64_t{value.size()});
    for (const auto& [key, item] : value) {  // std::map's order is that of the keys' bytes
      hash_text(out, key);
      hash(out, item);
    }
  } else {
    static_assert(List<T>);
    hash(out, std::uint64_t{value.size()});
    for (const typename T::value_type& item : value) hash(out, item);
  }
}

}  // namespace

std::uint64_t digest_of(const Root& value) {
  Hasher out;
  hash(out, value);
  return out.digest();
}

std::uint64_t visit_sum(const Root& value) {
  return visit_sum_of(value);
}

std::uint64_t access_sum(const Root& value) {
  if constexpr (has_access_leaf) {
    return sum_at(AccessPath(), value);
  } else {
    return 0;
  }
}

std::uint64_t digest_of(const std::vector<std::uint64_t>& digests) {
  Hasher out;
  out.add(digests.data(), digests.size() * sizeof(std::uint64_t));
  return out.digest();
}

WorkingSet load_values(const std::string& path, std::size_t limit) {
  WorkingSet set;
  JsonReader reader;
  Lines lines(path);
  std::string_view line;
  while ((limit == 0 || set.values.size() < limit) && lines.next(line)) {
    Root& value = set.values.emplace_back();
    try {
      reader.read_checked(line, value);
    } catch (const JsonError& error) {
      throw BadValues("line " + std::to_string(set.values.size()) + ": " + error.what());
    }
    set.digests.push_back(digest_of(value));
    set.visits.push_back(visit_sum(value));
    set.accesses.push_back(access_sum(value));
  }
  if (set.values.empty()) throw BadValues("there are no values in " + path);
  return set;
}

}  // namespace serbench
