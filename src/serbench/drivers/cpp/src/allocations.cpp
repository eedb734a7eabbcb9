// malloc and its family, in front of the allocator's own, to count: what an executable defines, the
// C++ library and every shared library call as well. A preloaded mimalloc is hidden behind these, as
// glibc is, so it is asked for by the names that it has besides.
#include <dlfcn.h>
#include <sys/resource.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "serbench/measure.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

std::atomic<bool> counting{false};
std::atomic<std::uint64_t> calls{0};
std::atomic<std::uint64_t> bytes{0};

template <class Function>
Function* named(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

#if defined(SERBENCH_SANITIZED)

// A sanitizer has an allocator of its own, which nothing may stand in front of: nothing is counted.
// Leaks it would tell where a driver ends, of memory that is kept on purpose as well.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1024:"
         "hard_rss_limit_mb=1024";
}

#elif defined(__GLIBC__)

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}

namespace {

inline void count(std::size_t size) {
  if (counting.load(std::memory_order_relaxed)) [[unlikely]] {
    calls.fetch_add(1, std::memory_order_relaxed);
    bytes.fetch_add(size, std::memory_order_relaxed);
  }
}

struct Allocator {
  void* (*allocate)(std::size_t size);
  void* (*allocate_zeroed)(std::size_t items, std::size_t size);
  void* (*resize)(void* old, std::size_t size);
  void* (*allocate_aligned)(std::size_t alignment, std::size_t size);
  void (*release)(void* memory);
};

constexpr Allocator glibc = {__libc_malloc, __libc_calloc, __libc_realloc, __libc_memalign,
                             __libc_free};

void decide();

// Until the first call, which comes before any constructor, nothing is decided; from then on no
// memory of one allocator reaches the other.
constinit Allocator allocator = {
    [](std::size_t size) { return decide(), allocator.allocate(size); },
    [](std::size_t items, std::size_t size) {
      return decide(), allocator.allocate_zeroed(items, size);
    },
    [](void* old, std::size_t size) { return decide(), allocator.resize(old, size); },
    [](std::size_t alignment, std::size_t size) {
      return decide(), allocator.allocate_aligned(alignment, size);
    },
    [](void* memory) { decide(), allocator.release(memory); }};

void decide() {
  allocator = glibc;  // dlsym asks for memory when it finds nothing
  if (named<int()>("mi_version") == nullptr) return;
  allocator = {
      named<void*(std::size_t)>("mi_malloc"), named<void*(std::size_t, std::size_t)>("mi_calloc"),
      named<void*(void*, std::size_t)>("mi_realloc"),
      named<void*(std::size_t, std::size_t)>("mi_memalign"), named<void(void*)>("mi_free")};
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
  count(size);
  return allocator.allocate(size);
}

void* calloc(std::size_t items, std::size_t size) noexcept {
  count(items * size);
  return allocator.allocate_zeroed(items, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  count(size);
  return allocator.resize(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  count(size);
  return allocator.allocate_aligned(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

void free(void* memory) noexcept {
  allocator.release(memory);
}
}

#endif

#if defined(SERBENCH_SANITIZED) || defined(__GLIBC__)

// Otherwise mimalloc's own, which call no malloc and would not be counted; or AddressSanitizer's,
// which end the process where memory is refused.
void* operator new(std::size_t size) {
  void* memory = malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  void* memory = memalign(static_cast<std::size_t>(alignment), size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return memalign(static_cast<std::size_t>(alignment), size == 0 ? 1 : size);
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return operator new(size, std::nothrow);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return operator new(size, alignment, std::nothrow);
}
void operator delete(void* memory) noexcept {
  free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  free(memory);
}
void operator delete[](void* memory) noexcept {
  free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  free(memory);
}

#endif  // elsewhere there is no allocator to stand in front of: nothing is counted

namespace serbench {

void start_counting() {
  calls = 0;
  bytes = 0;
  counting = true;
}

Allocations stop_counting() {
  counting = false;
  return {calls, bytes};
}

std::string allocator_name() {
  const auto version_of = named<int()>("mi_version");
  if (version_of == nullptr) return "system";
  // Two digits for the minor version and the patch since 2.2 or so, one before: 209, 30105.
  const int version = version_of();
  const int base = version >= 10000 ? 100 : 10;
  return "mimalloc " + std::to_string(version / (base * base)) + "." +
         std::to_string(version / base % base) + "." + std::to_string(version % base);
}

std::uint64_t peak_rss_bytes() {
  // getrusage's figure outlives exec: it would be that of the program that started this one.
  std::uint64_t bytes_at_most = 0;
  if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, status) != nullptr) {
      unsigned long long number = 0;
      if (std::sscanf(line, "VmHWM: %llu kB", &number) == 1) bytes_at_most = number * 1024;
    }
    std::fclose(status);
  }
  if (bytes_at_most == 0) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    constexpr std::uint64_t unit_bytes = 1;
#else
    constexpr std::uint64_t unit_bytes = 1024;
#endif
    bytes_at_most = static_cast<std::uint64_t>(usage.ru_maxrss) * unit_bytes;
  }
  return bytes_at_most;
}

}  // namespace serbench
