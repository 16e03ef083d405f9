// Ctrl-C, for programs that wait: a thread does something when it comes.
#pragma once

#include <csignal>

#include <atomic>
#include <functional>
#include <thread>

namespace planish::runtime {

// While one exists, the first Ctrl-C sets flag() and does `action`, in a thread of its own; the second
// one ends the process. There can be only one at a time.
class InterruptWatch {
 public:
  explicit InterruptWatch(std::function<void()> action);
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  const std::atomic<bool>& flag() const;

 private:
  void watch();

  std::function<void()> action_;
  int pipe_[2] = {-1, -1};
  struct sigaction before_{};
  std::thread thread_;
};

// Ends the process as the signal would have done, so that a shell sees it.
[[noreturn]] void end_by_interrupt();

}  // namespace planish::runtime
