// Compiled once for each schema: a driver's Runner, whatever the codec.
#include <exception>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "serbench/files.hpp"
#include "serbench/text.hpp"
#include "serbench/values.hpp"
#include "serbench/walks.hpp"

namespace serbench {
namespace {

constexpr const char* not_standard = "the library threw something that is no std::exception";

std::string at_value(std::size_t number, const std::exception& error) {
  return "value " + std::to_string(number) + ": " + error.what();
}

class WalksReading final : public ObjectReading {
 public:
  explicit WalksReading(std::unique_ptr<RunReading> reading) : reading_(std::move(reading)) {}

  void read(const EncodedRun& run) override {
    std::size_t i = 0;
    try {
      reading_->read(run, i);
    } catch (const std::exception& error) {
      throw std::runtime_error(at_value(run.number + i, error));
    }
  }

 private:
  std::unique_ptr<RunReading> reading_;
};

// What docs/object-files.md asks of a codec.
class WalksOfObjects final : public ObjectCodec {
 public:
  WalksOfObjects(std::unique_ptr<Walks> walks, const ExtraWalk* borrow)
      : walks_(std::move(walks)), borrow_(borrow) {}

  void open_values(const std::string& path) override { chunks_.emplace(path); }

  std::size_t next_chunk(std::size_t most, Hasher& digests) override {
    const std::vector<Root>& values = chunks_->next(most);
    for (const Root& value : values) add_digest(value, digests);
    return values.size();
  }

  std::size_t serialize(std::size_t from, Block& block, std::vector<std::uint64_t>& ends) override {
    std::size_t i = from;
    try {
      walks_->serialize(chunks_->values(), i, block, ends);
    } catch (const CannotHold& error) {
      throw CannotHold(at_value(ends.size(), error));
    } catch (const std::exception& error) {
      throw std::runtime_error(at_value(ends.size(), error));
    }
    return i;
  }

  void close_values() override { chunks_.reset(); }

  std::unique_ptr<ObjectReading> reading(const HowToRead& how) override {
    std::unique_ptr<RunReading> reading;
    if (how.step != Operation::borrow) {
      reading = walks_->reading(how);
    } else if (borrow_ != nullptr) {
      reading = borrow_->reading(how);
    }
    return reading ? std::make_unique<WalksReading>(std::move(reading)) : nullptr;
  }

  void digest(const EncodedRun& run, Hasher& digests) override {
    std::byte* from = run.first;
    std::uint64_t start = run.start;
    for (std::size_t i = 0; i < run.ends.size(); ++i) {
      const std::size_t size = run.ends[i] - start;
      Root value;
      const std::byte next = std::exchange(from[size], std::byte{0});
      try {
        walks_->deserialize({from, size}, value);
      } catch (const std::exception& error) {
        throw std::runtime_error(at_value(run.number + i, error));
      }
      from[size] = next;
      add_digest(value, digests);
      from += size;
      start += size;
    }
  }

 private:
  static void add_digest(const Root& value, Hasher& digests) {
    const std::uint64_t digest = digest_of(value);
    digests.add(&digest, sizeof digest);
  }

  std::unique_ptr<Walks> walks_;
  const ExtraWalk* borrow_;  // or null
  std::optional<ValueChunks> chunks_;
};

class WalksRunner final : public Runner {
 public:
  WalksRunner(MakeWalks make_walks, ExtraWalks extra)
      : make_walks_(make_walks), walks_(make_walks()), extra_(std::move(extra)) {
    if (make_more_extra == nullptr) return;
    extra_.merge(make_more_extra());
  }

  std::vector<Operation> operations() const override {
    using enum Operation;
    std::vector<Operation> all{populate, encode, decode};
    if (walks_->has_own_model()) all.push_back(convert);
    for (const auto& [operation, walk] : extra_) all.push_back(operation);
    if (!extra_.contains(read) && walks_->reads_by_visiting()) all.push_back(read);
    for (const Operation operation : {serialize, deserialize, memcpy}) all.push_back(operation);
    return all;
  }

  bool has_own_model() const override { return walks_->has_own_model(); }

  std::size_t values() const override { return subjects_.plain.size(); }

  Digested open(const std::string& path, std::size_t limit) override {
    forget();
    subjects_.plain.clear();  // before the new ones are read
    opened_ = false;
    WorkingSet set = load_values(path, limit);
    subjects_.plain = std::move(set.values);
    digests_ = std::move(set.digests);
    visits_ = std::move(set.visits);
    accesses_ = std::move(set.accesses);
    opened_ = true;
    Digested opened{values(), digest_of(digests_), total(visits_), {}};
    if (has_access_leaf) opened.access = total(accesses_);
    return opened;
  }

  Verification verify() override {
    if (!opened_ || values() == 0) throw BadRequest("there are no values yet: send `open`");
    forget();
    Verification result;
    result.values = values();
    std::vector<std::uint64_t> digests;
    bool whole = true;
    for (std::size_t i = 0; i < values(); ++i) {
      std::string reason;
      std::uint64_t digest = 0;
      try {
        reason = survives(i, digest, result.visit);
      } catch (const CannotHold& error) {
        throw CannotHold(at_value(i, error));
      } catch (const std::exception& error) {
        reason = error.what();
      } catch (...) {
        reason = not_standard;
      }
      if (!reason.empty()) {
        const std::string cause = walks_->explain(subjects_.plain[i]);
        if (!cause.empty()) throw CannotHold("value " + std::to_string(i) + ": " + cause);
      }
      if (subjects_.encoded.size() == i) {  // not even encoded; the next value keeps its place
        whole = false;
        subjects_.encoded.add({});
      }
      digests.push_back(digest);
      if (!reason.empty() && ++result.mismatched <= 10) result.mismatches.push_back({i, reason});
    }
    for (std::size_t i = 0; i < values(); ++i) {
      result.encoded_bytes += subjects_.encoded[i].size();
    }
    result.digest = digest_of(digests);
    encoded_ = whole;
    verified_ = result.mismatched == 0;
    return result;
  }

  std::size_t walk(Operation operation, std::size_t passes, Meter& meter) override {
    if (!verified_) throw BadRequest("every value must be verified first: send `verify`");
    if (operation == Operation::decode_reused && !leftovers_.empty()) {
      throw std::runtime_error(leftovers_);
    }
    ExtraWalk* const extra = extra_walk(operation);
    const bool plain_copy = operation == Operation::populate && !has_own_model();
    if (!extra && !plain_copy && operation != Operation::memcpy) {
      walks_->walk(operation, passes, subjects_, meter);
      return passes * values();
    }
    if (extra) {
      extra->walk(passes, subjects_, meter);
      return passes * values();
    }
    meter.start();
    if (operation == Operation::memcpy) {
      each(passes, [&](std::size_t i) {
        const std::span<const std::byte> bytes = subjects_.encoded[i];
        subjects_.buffer.clear();
        subjects_.buffer.append(bytes.data(), bytes.size());
        observe(subjects_.buffer);
      });
    } else {
      each(passes, [&](std::size_t i) {
        const Root copy(subjects_.plain[i]);
        observe(copy);
      });
    }
    meter.stop();
    return passes * values();
  }

  std::size_t dump(const std::string& path) override {
    if (!encoded_) throw BadRequest("there are no encoded values yet: send `verify`");
    std::vector<std::span<const std::byte>> all;
    for (std::size_t i = 0; i < subjects_.encoded.size(); ++i) all.push_back(subjects_.encoded[i]);
    return write_encoded(path, all);
  }

  Digested load(const std::string& path, const std::string& outcomes) override {
    std::optional<Outcomes> told;
    if (!outcomes.empty()) told.emplace(outcomes);
    Digested result;
    std::vector<std::uint64_t> digests;
    read_encoded(path, subjects_.buffer, [&](std::span<const std::byte> bytes) {
      Root value;
      std::string refusal;
      if (told && !deserializes(bytes, value, refusal)) {
        told->add(false, refusal);
        ++result.refused;
        return;
      }
      if (!told) walks_->deserialize(bytes, value);
      digests.push_back(digest_of(value));
      result.visit += visit_sum(value);
      if (!told) return;
      std::string canonical;
      add_canonical_bytes(value, canonical);
      told->add(true, canonical);
    });
    result.values = digests.size() + result.refused;
    result.digest = digest_of(digests);
    return result;
  }

  std::unique_ptr<ObjectCodec> object_codec() const override {
    return std::make_unique<WalksOfObjects>(make_walks_(), extra_walk(Operation::borrow));
  }

 private:
  static std::uint64_t total(const std::vector<std::uint64_t>& sums) {
    return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
  }

  bool deserializes(std::span<const std::byte> bytes, Root& value, std::string& refusal) {
    try {
      walks_->deserialize(bytes, value);
      return true;
    } catch (const std::exception& error) {
      refusal = error.what();
    } catch (...) {
      refusal = not_standard;
    }
    return false;
  }

  void forget() {
    encoded_ = verified_ = false;
    leftovers_.clear();
    subjects_.encoded.clear();
  }

  template <class F>
  void each(std::size_t passes, F&& f) {
    const std::size_t count = values();
    for (std::size_t pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < count; ++i) f(i);
    }
  }

  ExtraWalk* extra_walk(Operation operation) const {
    const auto found = extra_.find(operation);
    return found == extra_.end() ? nullptr : found->second.get();
  }

  // Encodes value i, keeps the bytes, and decodes them in every way. Returns why the value did
  // not survive, or nothing.
  std::string survives(std::size_t i, std::uint64_t& digest, std::uint64_t& visit) {
    const Root& value = subjects_.plain[i];
    Buffer& buffer = subjects_.buffer;
    buffer.clear();
    walks_->serialize(value, buffer);
    subjects_.encoded.add(buffer.bytes());
    const std::span<const std::byte> encoded = subjects_.encoded[i];
    Root decoded;
    walks_->decode(encoded, decoded);
    digest = digest_of(decoded);
    if (digest != digests_[i]) return unequal("decode: digest", digest, digests_[i]);

    buffer.clear();
    walks_->serialize(value, buffer);
    *buffer.reserve(1) = std::byte{0};
    Root deserialized;
    walks_->deserialize(buffer.bytes(), deserialized);
    const std::uint64_t again = digest_of(deserialized);
    if (again != digests_[i]) return unequal("deserialize: digest", again, digests_[i]);

    ExtraWalk* const reading = extra_walk(Operation::read);
    const std::uint64_t sum = reading ? reading->sum(value, encoded) : visit_sum(decoded);
    visit += sum;
    if (sum != visits_[i]) return unequal("read: visit sum", sum, visits_[i]);

    for (const auto& [operation, walk] : extra_) {
      if (operation == Operation::read || operation == Operation::decode_reused) continue;
      const std::vector<std::uint64_t>& sums = operation == Operation::access ? accesses_ : visits_;
      const std::string what = std::string(name_of(operation)) + ": sum";
      const std::uint64_t found = walk->sum(value, encoded);
      if (found != sums[i]) return unequal(what, found, sums[i]);
    }
    if (ExtraWalk* const reused = extra_walk(Operation::decode_reused)) look(*reused, i);
    return {};
  }

  // Whether value i takes the place of what an object held before, which a library need not see to.
  void look(ExtraWalk& reused, std::size_t i) {
    const std::string where = "value " + std::to_string(i) + ": decode-reused: ";
    try {
      const std::uint64_t found = reused.sum(subjects_.plain[i], subjects_.encoded[i]);
      if (found == visits_[i]) return;
      leftovers_ = where + unequal("sum", found, visits_[i]) +
                   ": the object kept something of the value before";
    } catch (const std::exception& error) {
      leftovers_ = where + error.what();
    }
  }

  MakeWalks make_walks_;
  std::unique_ptr<Walks> walks_;
  ExtraWalks extra_;
  Subjects subjects_;
  std::vector<std::uint64_t> digests_;
  std::vector<std::uint64_t> visits_;
  std::vector<std::uint64_t> accesses_;
  std::string leftovers_;  // why `decode-reused` is no operation of these values
  bool opened_ = false;
  bool encoded_ = false;
  bool verified_ = false;
};

}  // namespace

std::unique_ptr<Runner> runner_of(MakeWalks make_walks, ExtraWalks extra) {
  return std::make_unique<WalksRunner>(make_walks, std::move(extra));
}

}  // namespace serbench
