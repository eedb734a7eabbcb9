// Compiled once for each schema: canonical values, their digests, visit and access sums.
#include "serbench/values.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "serbench/access.hpp"
#include "serbench/describe.hpp"
#include "serbench/explain.hpp"
#include "serbench/files.hpp"
#include "serbench/hasher.hpp"
#include "serbench/json_reader.hpp"
#include "serbench/runner.hpp"
#include "serbench/visit.hpp"

namespace serbench {
namespace {

template <class T>
void add(std::string& out, const T& value);

template <class T>
void add_text(std::string& out, const T& text) {
  add(out, std::uint64_t{text.size()});
  out.append(reinterpret_cast<const char*>(text.data()), text.size());
}

template <class T>
void add(std::string& out, const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    add(out, float_bits(value));
  } else if constexpr (std::is_arithmetic_v<T> || Enum<T>) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  } else if constexpr (std::same_as<T, std::string> || std::same_as<T, Bytes>) {
    add_text(out, value);
  } else if constexpr (Logical<T>) {
    if constexpr (LogicalType<T>::lowered_is_text) {
      const auto text = LogicalType<T>::text(value);
      add_text(out, std::string_view(text));
    } else {
      add(out, LogicalType<T>::count(value));
    }
  } else if constexpr (Union<T>) {
    add(out, static_cast<std::uint32_t>(value.index()));
    std::visit([&](const auto& variant) { add(out, variant); }, value);
  } else if constexpr (Optional<T>) {
    add(out, value.has_value());
    if (value) add(out, *value);
  } else if constexpr (Described<T>) {
    for_each_field(value, [&](std::string_view, const auto& member) { add(out, member); });
  } else if constexpr (AnyMap<T>) {
    add(out, std::uint64_t{value.size()});
    for (const auto& [key, item] : value) {  // std::map's order is that of canonical values
      add(out, key);
      add(out, item);
    }
  } else {
    static_assert(List<T>);
    add(out, std::uint64_t{value.size()});
    for (const typename T::value_type& item : value) add(out, item);
  }
}

// Whether the predicate is true of some float.
template <class T, class Predicate>
bool any_float(const T& value, Predicate is_it) {
  if constexpr (std::is_floating_point_v<T>) {
    return is_it(value);
  } else if constexpr (Leaf<T> || Logical<T> || std::same_as<T, std::string> ||
                       std::same_as<T, Bytes>) {
    return false;
  } else if constexpr (Union<T>) {
    return std::visit([&](const auto& variant) { return any_float(variant, is_it); }, value);
  } else if constexpr (Optional<T>) {
    return value && any_float(*value, is_it);
  } else if constexpr (Described<T>) {
    bool found = false;
    for_each_field(value, [&](std::string_view, const auto& member) {
      found = found || any_float(member, is_it);
    });
    return found;
  } else if constexpr (AnyMap<T>) {
    return std::ranges::any_of(value,
                               [&](const auto& entry) { return any_float(entry.second, is_it); });
  } else {
    static_assert(List<T>);
    // Of this type, not auto: std::vector<bool> has no items to refer to.
    for (const typename T::value_type& item : value) {
      if (any_float(item, is_it)) return true;
    }
    return false;
  }
}

}  // namespace

bool has_nan(const Root& value) {
  return any_float(value, [](auto number) { return std::isnan(number); });
}

bool has_non_finite(const Root& value) {
  return any_float(value, [](auto number) { return !std::isfinite(number); });
}

void add_canonical_bytes(const Root& value, std::string& out) {
  add(out, value);
}

std::uint64_t digest_of(const Root& value) {
  thread_local std::string bytes;  // keeps its room
  bytes.clear();
  add(bytes, value);
  Hasher hasher;
  hasher.add(bytes.data(), bytes.size());
  return hasher.digest();
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

namespace {

// The next value of a file of canonical values.
class ValueReader {
 public:
  explicit ValueReader(const std::string& path) : path_(path), lines_(path) {}

  // Returns the size of the value's JSON, or 0 at the end. Throws BadValues, or CannotHold for a
  // value that its C++ type cannot hold.
  std::size_t next(std::vector<Root>& values) {
    std::string_view line;
    if (!lines_.next(line)) {
      if (number_ == 0) throw BadValues("there are no values in " + path_);
      return 0;
    }
    ++number_;
    try {
      reader_.read_checked(line, values.emplace_back());
    } catch (const JsonBeyond& error) {
      throw CannotHold("line " + std::to_string(number_) + ": " + error.what());
    } catch (const JsonError& error) {
      throw BadValues("line " + std::to_string(number_) + ": " + error.what());
    }
    return line.size();
  }

  void rewind() {
    lines_.rewind();
    number_ = 0;
  }

 private:
  std::string path_;
  Lines lines_;
  JsonReader reader_;
  std::size_t number_ = 0;
};

}  // namespace

WorkingSet load_values(const std::string& path, std::size_t limit) {
  WorkingSet set;
  ValueReader reader(path);
  while ((limit == 0 || set.values.size() < limit) && reader.next(set.values) != 0) {
    const Root& value = set.values.back();
    set.digests.push_back(digest_of(value));
    set.visits.push_back(visit_sum(value));
    set.accesses.push_back(access_sum(value));
  }
  return set;
}

struct ValueChunks::Source : ValueReader {
  using ValueReader::ValueReader;
};

ValueChunks::ValueChunks(const std::string& path) : source_(std::make_unique<Source>(path)) {}

ValueChunks::~ValueChunks() = default;

const std::vector<Root>& ValueChunks::next(std::size_t most) {
  constexpr std::size_t most_values = 4096, most_json_bytes = 16 << 20;
  values_.clear();
  std::size_t json_bytes = 0;
  while (values_.size() < std::min(most, most_values) && json_bytes < most_json_bytes) {
    const std::size_t size = source_->next(values_);
    if (size == 0) source_->rewind();
    json_bytes += size;
  }
  return values_;
}

}  // namespace serbench
