// Ends a run that takes too long, or that a user interrupts.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace planish {

class Watchdog {
 public:
  // From now on; `seconds` may be infinite.
  Watchdog(double seconds, const std::atomic<bool>& interrupt);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // Becomes true when the run is to end.
  const std::atomic<bool>& flag() const { return flag_; }

 private:
  void watch(double seconds);

  const std::atomic<bool>& interrupt_;
  std::atomic<bool> flag_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace planish
