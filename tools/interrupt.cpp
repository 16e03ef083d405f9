#include "interrupt.h"

#include <unistd.h>

namespace planish::tools {
namespace {

// A signal handler takes no argument of ours, so these variables belong to the process.
std::atomic<bool> interrupted = false;
std::atomic<SecondInterrupt> second_interrupt = SecondInterrupt::EndProcess;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_interrupt(int signal) {
  if (interrupted.exchange(true) && second_interrupt == SecondInterrupt::EndProcess) {
    std::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

}  // namespace

InterruptScope::InterruptScope(SecondInterrupt second) {
  interrupted = false;
  second_interrupt = second;
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, &before_);
}

InterruptScope::~InterruptScope() { ::sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>& InterruptScope::flag() const { return interrupted; }

void end_by_interrupt() {
  std::signal(SIGINT, SIG_DFL);
  ::kill(::getpid(), SIGINT);
  ::_exit(128 + SIGINT);
}

}  // namespace planish::tools
