// malloc and its family, in front of glibc's own: what an executable defines, the C++ library and
// every shared library call as well.
#include <sys/resource.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "serbench/measure.hpp"

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}

namespace {

std::atomic<bool> counting{false};
std::atomic<std::uint64_t> calls{0};
std::atomic<std::uint64_t> bytes{0};

inline void count(std::size_t size) {
  if (counting.load(std::memory_order_relaxed)) [[unlikely]] {
    calls.fetch_add(1, std::memory_order_relaxed);
    bytes.fetch_add(size, std::memory_order_relaxed);
  }
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
  count(size);
  return __libc_malloc(size);
}

void* calloc(std::size_t items, std::size_t size) noexcept {
  count(items * size);
  return __libc_calloc(items, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  count(size);
  return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  count(size);
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

void free(void* memory) noexcept {
  __libc_free(memory);
}
}

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

std::uint64_t peak_rss_bytes() {
  // getrusage's figure outlives exec: it would be that of the program that started this one.
  std::uint64_t kilobytes = 0;
  if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, status) != nullptr) {
      unsigned long long number = 0;
      if (std::sscanf(line, "VmHWM: %llu kB", &number) == 1) kilobytes = number;
    }
    std::fclose(status);
  }
  if (kilobytes == 0) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    kilobytes = static_cast<std::uint64_t>(usage.ru_maxrss);
  }
  return kilobytes * 1024;
}

}  // namespace serbench
