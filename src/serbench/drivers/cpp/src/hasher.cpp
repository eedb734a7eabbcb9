#include "serbench/hasher.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace serbench {

struct Hasher::State {
  XXH64_state_t xxh64;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {
  XXH64_reset(&state_->xxh64, 0);
}

Hasher::~Hasher() = default;

void Hasher::add_beyond(const void* from, std::size_t size) {
  XXH64_update(&state_->xxh64, buffer_, used_);
  XXH64_update(&state_->xxh64, from, size);
  used_ = 0;
}

std::uint64_t Hasher::digest() {
  XXH64_update(&state_->xxh64, buffer_, used_);
  used_ = 0;
  return XXH64_digest(&state_->xxh64);
}

}  // namespace serbench
