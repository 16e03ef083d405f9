// How often Ctrl-C came, for handlers of its signal.
#pragma once

#include <ctime>

#include <atomic>
#include <cstdint>

namespace planish::runtime {

// Safe in a signal handler. `timeout` and shells signal a process, and then the group that it is in: what
// comes so soon after the first signal is the same Ctrl-C.
class Interrupts {
 public:
  enum class Which : uint8_t { First, Same, Later };

  void reset() {
    came_ = false;
    first_at_ = kNever;
  }

  // A signal has come.
  Which count() {
    int64_t first = kNever;
    const int64_t now = nanoseconds();
    if (first_at_.compare_exchange_strong(first, now)) {
      came_ = true;
      return Which::First;
    }
    return now - first < kSame ? Which::Same : Which::Later;
  }

  const std::atomic<bool>& came() const { return came_; }

 private:
  static constexpr int64_t kNever = -1;
  static constexpr int64_t kSame = 100'000'000;

  static int64_t nanoseconds() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * int64_t{1'000'000'000} + time.tv_nsec;
  }

  std::atomic<bool> came_ = false;
  std::atomic<int64_t> first_at_ = kNever;
  static_assert(std::atomic<bool>::is_always_lock_free &&
                std::atomic<int64_t>::is_always_lock_free);
};

}  // namespace planish::runtime
