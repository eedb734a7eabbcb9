// A codec of a library whose values are a tree on the heap: made from plain values below, looked at
// by JsonTree. What a library says, in an object that serves all values:
//   using Dom = ...;                             // how JsonTree looks at it (serbench/json_dom.hpp)
//   using Node = ...;                            // a value that owns what is inside, movable
//   Node null();  Node boolean(bool);  Node integer(std::int64_t);  Node natural(std::uint64_t);
//   Node number(double);  Node text(std::string_view);
//   Node list(std::size_t count);    void append(Node& list, Node&& item);
//   Node object(std::size_t count);  void add(Node& object, std::string_view name, Node&& item);
//   const Dom::Value& look(const Node&);         // or a Dom::Value
//   void write(const Node&, Buffer&);            // or leaves the bytes in what `storage` shows
//   Node parse(std::span<const std::byte>);
// and, where its format has bytes, which otherwise are text in base64:
//   Node bytes(const Bytes&);
// of which a logical type may be written as
//   Node bytes(BytesView);
// where `text` leaves the text where it is, which that of a logical type does not outlive,
//   Node copied_text(std::string_view);
// and, of logical types that it writes as they are,
//   Node logical(const auto&);                   // Dom: static void logical(const Value&, auto&)
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "serbench/codec.hpp"
#include "serbench/json_dom.hpp"

namespace serbench {

// What stands in place of a logical type.
template <class Library, class T>
typename Library::Node make_written(Library& library, const T& written) {
  if constexpr (std::is_integral_v<T>) {
    return library.integer(written);
  } else if constexpr (std::same_as<T, BytesView>) {
    if constexpr (requires { library.bytes(written); }) {
      return library.bytes(written);
    } else {
      std::string base64;
      base64_encode(written, base64);
      return make_written(library, std::string_view(base64));
    }
  } else if constexpr (requires { library.copied_text(written); }) {
    return library.copied_text(written);
  } else {
    return library.text(written);
  }
}

template <class Library, class T>
typename Library::Node make_tree(Library& library, const T& value) {
  using Node = typename Library::Node;
  if constexpr (Native<T>) {
    return library.logical(value);
  } else if constexpr (Converted<T>) {
    return with_written(value, [&](const auto& written) { return make_written(library, written); });
  } else if constexpr (std::same_as<T, bool>) {
    return library.boolean(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return library.number(value);
  } else if constexpr (std::signed_integral<T>) {
    return library.integer(value);
  } else if constexpr (std::unsigned_integral<T>) {
    return library.natural(value);
  } else if constexpr (std::same_as<T, std::string>) {
    return library.text(std::string_view(value));
  } else if constexpr (std::same_as<T, Bytes>) {
    if constexpr (requires { library.bytes(value); }) {
      return library.bytes(value);
    } else {
      std::string base64;
      base64_encode(value, base64);
      return library.text(std::string_view(base64));
    }
  } else if constexpr (Enum<T>) {
    return library.text(wire_names<T>.at(static_cast<std::size_t>(value)));
  } else if constexpr (Union<T>) {
    return std::visit([&](const auto& variant) { return make_tree(library, variant); }, value);
  } else if constexpr (Optional<T>) {
    return value ? make_tree(library, *value) : library.null();
  } else if constexpr (Described<T>) {
    Node object = library.object(count_present(value));
    for_each_present(value, [&](std::string_view name, const auto& member) {
      library.add(object, name, make_tree(library, member));
    });
    return object;
  } else if constexpr (Map<T>) {
    Node object = library.object(value.size());
    for (const auto& [key, item] : value) library.add(object, key, make_tree(library, item));
    return object;
  } else {
    Node list = library.list(value.size());
    for (const typename T::value_type& item : value) {
      library.append(list, make_tree(library, item));
    }
    return list;
  }
}

template <class Library>
class DomCodec {
  using Dom = typename Library::Dom;

 public:
  struct Tree {
    typename Library::Node root{};
  };
  using Input = Tree;
  using Output = Tree;

  void populate(const Root& value, Input& in) { in.root = make_tree(library_, value); }
  void encode(const Input& in, Buffer& out) { library_.write(in.root, out); }
  std::span<const std::byte> storage() const requires requires(const Library& library) {
    library.storage();
  }
  { return library_.storage(); }
  void decode(std::span<const std::byte> in, Output& out) { out.root = library_.parse(in); }
  void convert(const Output& out, Root& value) {
    JsonTree<Dom>::get(library_.look(out.root), value);
  }
  std::uint64_t read(std::span<const std::byte> in) {
    const auto root = library_.parse(in);
    return JsonTree<Dom>::template sum<Root>(library_.look(root), bytes_);
  }

 private:
  Library library_;
  Bytes bytes_;
};

}  // namespace serbench
