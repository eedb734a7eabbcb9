#include "serbench/parallel.hpp"

#include <pthread.h>

#include <atomic>
#include <exception>
#include <latch>
#include <thread>
#include <vector>

#include "serbench/measure.hpp"

namespace serbench {
namespace {

enum class Signal { wait, start, give_up };

// std::thread has no way to ask for a stack.
void give_threads_a_stack() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

}  // namespace

std::uint64_t do_together(std::size_t count, const std::function<void(std::size_t)>& f) {
  if (count == 1) {
    const std::uint64_t start_ns = now_ns();
    f(0);
    return now_ns() - start_ns;
  }
  give_threads_a_stack();
  std::atomic<Signal> signal = Signal::wait;
  std::latch ready(static_cast<std::ptrdiff_t>(count));
  std::vector<std::exception_ptr> errors(count);
  std::vector<std::uint64_t> ends_ns(count);
  std::vector<std::thread> threads;
  const auto send = [&](Signal what) {
    signal = what;
    signal.notify_all();
  };
  const auto work = [&](std::size_t i) {
    ready.count_down();
    signal.wait(Signal::wait);
    if (signal == Signal::give_up) return;
    try {
      f(i);
    } catch (...) {
      errors[i] = std::current_exception();
    }
    ends_ns[i] = now_ns();
  };
  const auto join = [&] {
    for (std::thread& thread : threads) thread.join();
  };
  try {
    threads.reserve(count);
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work, i);
  } catch (...) {
    send(Signal::give_up);
    join();
    throw;
  }
  ready.wait();
  const std::uint64_t start_ns = now_ns();
  send(Signal::start);
  join();
  std::uint64_t last_ns = start_ns;
  for (std::size_t i = 0; i < count; ++i) {
    if (errors[i]) std::rethrow_exception(errors[i]);
    if (ends_ns[i] > last_ns) last_ns = ends_ns[i];
  }
  return last_ns - start_ns;
}

}  // namespace serbench
