#include "driver/tune/watchdog.h"

#include <chrono>

namespace planish {

Watchdog::Watchdog(double seconds, const std::atomic<bool>& interrupt)
    : interrupt_(interrupt), thread_([this, seconds] { watch(seconds); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Watchdog::watch(double seconds) {
  // A signal wakes nobody, so it is looked for.
  constexpr std::chrono::milliseconds kBetweenLooks{20};
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kBetweenLooks, [&] { return is_over_; })) {
    const double spent =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (interrupt_ || spent >= seconds) {
      flag_ = true;
      return;
    }
  }
}

}  // namespace planish
