// What the DOM libraries of C have in common: a node is freed by a function.
#pragma once

#include <memory>
#include <new>
#include <stdexcept>

namespace serbench {

inline void require(bool fits) {
  if (!fits) throw std::runtime_error("a JSON value is of another type than the schema says");
}

template <auto free>
struct FreedBy {
  void operator()(auto* node) const { free(node); }
};

// A node of the library's, which is never null.
template <class T, auto free>
using OwnedNode = std::unique_ptr<T, FreedBy<free>>;

template <class T>
T* made(T* node) {
  if (node == nullptr) throw std::bad_alloc();
  return node;
}

}  // namespace serbench
