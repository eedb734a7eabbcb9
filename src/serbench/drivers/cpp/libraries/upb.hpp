// From plain values to upb's messages, and back. A part is a number, a upb_StringView, or a pointer
// to a message. The generated conversions are overloads for each message: put_message, get_message,
// sum_message, and new_message. These are found by the message's namespace, the global one.
//
// A text of a message lies in the plain value that it was made of, as upb's views do, or in the
// arena.
#pragma once

#include <upb/generated_code_support.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "serbench/c_dom.hpp"
#include "serbench/describe.hpp"
#include "serbench/symbol.hpp"
#include "serbench/visit.hpp"

#ifdef SERBENCH_LOGICAL_TYPES
#include "serbench/proto_time.hpp"
#endif

namespace serbench::upb {

// An arena whose first block grows until it is the only one, so that no memory is asked for.
class Arena {
 public:
  Arena() { open(); }
  Arena(const Arena&) = delete;
  ~Arena() { upb_Arena_Free(arena_); }

  // A clear one.
  upb_Arena* clear() {
    const std::size_t beyond = upb_Arena_SpaceAllocated(arena_, nullptr);
    upb_Arena_Free(arena_);
    if (beyond > 0) {
      size_ += beyond;
      block_.reset();
      block_ = std::make_unique_for_overwrite<char[]>(size_);
    }
    open();
    return arena_;
  }

 private:
  void open() { arena_ = made(upb_Arena_Init(block_.get(), size_, &upb_alloc_global)); }

  std::size_t size_ = 1024;
  std::unique_ptr<char[]> block_ = std::make_unique_for_overwrite<char[]>(size_);
  upb_Arena* arena_;
};

// Of a function that makes room in an arena.
inline void require_memory(bool has_it) {
  if (!has_it) throw std::bad_alloc();
}
inline std::string_view text(upb_StringView from) {
  return {from.data, from.size};
}
inline upb_StringView view(const auto& from) {
  return upb_StringView_FromDataAndSize(reinterpret_cast<const char*>(from.data()), from.size());
}

// put: plain value to what lies in a message.

template <class Part, class T>
Part put(const T& from, [[maybe_unused]] upb_Arena* arena) {
  if constexpr (std::same_as<Part, upb_StringView>) {
    if constexpr (Converted<T>) {
      return with_written(from, [&](const auto& written) {
        auto* const copy = made(static_cast<char*>(upb_Arena_Malloc(arena, written.size())));
        std::memcpy(copy, written.data(), written.size());
        return upb_StringView_FromDataAndSize(copy, written.size());
      });
    } else {
      return view(from);
    }
  } else if constexpr (std::is_pointer_v<Part>) {
    const Part message = made(new_message(Part(), arena));
    put_message(from, message, arena);
    return message;
  } else if constexpr (Converted<T>) {
    return own_written(from);
  } else {
    return static_cast<Part>(from);
  }
}
template <class List, class Part>
void put_list(const List& from, Part* to, upb_Arena* arena) {
  for (const typename List::value_type& item : from) *to++ = put<Part>(item, arena);
}

// get: the reverse.

template <class Part, class T>
void get(const Part& from, T& to) {
  if constexpr (std::same_as<Part, upb_StringView>) {
    if constexpr (!Converted<T>) {
      to.assign(from.data, from.data + from.size);
    } else if constexpr (written_as<T> == WrittenAs::text) {
      set_written(to, text(from));
    } else {
      set_written(to, BytesView(reinterpret_cast<const std::uint8_t*>(from.data), from.size));
    }
  } else if constexpr (std::is_pointer_v<Part>) {
    get_message(from, to);
  } else if constexpr (Converted<T>) {
    set_written(to, from);
  } else if constexpr (Enum<T>) {
    to = symbol<T>(from);
  } else {
    to = static_cast<T>(from);
  }
}
template <class Part, class T>
void get_list(const Part* from, std::size_t size, std::vector<T>& to) {
  to.resize(size);
  for (auto&& place : to) {
    if constexpr (std::same_as<T, bool>) {
      place = *from++;
    } else {
      get(*from++, place);
    }
  }
}

template <class Part, Entries T>
void get_list(const Part* from, std::size_t size, T& to) {
  fill(to, size, [&](auto& entry) { get(*from++, entry); });
}

// sum: the visit sum of a part, of which T is the plain type if it is a leaf.

template <class T, class Part>
std::uint64_t sum(const Part& from) {
  if constexpr (std::same_as<Part, upb_StringView>) {
    if constexpr (!Converted<T>) {
      return text_sum(text(from));
    } else if constexpr (written_as<T> == WrittenAs::text) {
      return written_sum<T>(text(from));
    } else {
      return written_sum<T>(BytesView(reinterpret_cast<const std::uint8_t*>(from.data), from.size));
    }
  } else if constexpr (Native<T>) {
    T value{};
    get(from, value);
    return logical_sum(value);
  } else if constexpr (std::is_pointer_v<Part>) {
    return sum_message(from);
  } else if constexpr (Converted<T>) {
    return written_sum<T>(from);
  } else {
    return leaf_sum(from);
  }
}
template <class T, class Part>
std::uint64_t sum_list(const Part* from, std::size_t size) {
  std::uint64_t total = size;
  for (const Part& part : std::span(from, size)) total += sum<T>(part);
  return total;
}

}  // namespace serbench::upb
