// A library's tree of values, new for each record and dropped after it, as programs have it. What
// makes and walks it is serbench's; a file that includes this calls the library to write and read.
#pragma once

#include "direct.hpp"
#include "serbench/dom_codec.hpp"

using serbench::Root;

template <class Library>
struct Tree {
  using Node = typename Library::Node;
  struct Value {
    Node root{};
  };

  void fill(const Root& record, Value& value) {
    value.root = serbench::make_tree(library_, record);
  }
  void take(const Value& value, Root& record) {
    serbench::JsonTree<typename Library::Dom>::get(library_.look(value.root), record);
  }

 private:
  Library library_;
};
