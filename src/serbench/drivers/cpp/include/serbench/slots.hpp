// Where the objects go that are made of encoded values.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace serbench {

enum class Drop { at_once, at_the_end, never };

// New objects, one after the other. Each is dropped before the next, or all with this, or there is
// only one, which is used again.
template <class T, Drop drop>
class Slots {
 public:
  // `most` is the number of objects if they are kept to the end.
  explicit Slots(std::size_t most)
      : memory_(drop == Drop::at_the_end ? most : 1),
        first_(std::allocator<T>().allocate(memory_)) {}
  ~Slots() {
    std::destroy_n(first_, made_);
    std::allocator<T>().deallocate(first_, memory_);
  }
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  T& next() {
    if constexpr (drop == Drop::never) {
      if (made_ == 1) return *first_;
    }
    if constexpr (drop == Drop::at_once) done();
    T* const made = std::construct_at(first_ + made_);
    ++made_;
    return *made;
  }

  // What was made is looked at no more.
  void done() {
    if constexpr (drop == Drop::at_once) std::destroy_n(first_, std::exchange(made_, 0));
  }

 private:
  std::size_t memory_;
  T* first_;
  std::size_t made_ = 0;
};

}  // namespace serbench
