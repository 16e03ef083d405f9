// Ctrl-C while a program runs.
#pragma once

#include <csignal>

#include <atomic>
#include <cstdint>

namespace planish::tools {

enum class SecondInterrupt : uint8_t { EndProcess, Ignore };

// While one exists, Ctrl-C sets flag(). There can be only one at a time.
class InterruptScope {
 public:
  explicit InterruptScope(SecondInterrupt second = SecondInterrupt::EndProcess);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

  const std::atomic<bool>& flag() const;

 private:
  struct sigaction before_{};
};

// Ends the process as the signal would have done, so that a shell sees it.
[[noreturn]] void end_by_interrupt();

}  // namespace planish::tools
