#include "interrupt.h"

#include <unistd.h>

#include "runtime/interrupts.h"

namespace planish::tools {
namespace {

// A signal handler takes no argument of ours, so these variables belong to the process.
runtime::Interrupts interrupts;
std::atomic<SecondInterrupt> second_interrupt = SecondInterrupt::EndProcess;

void on_interrupt(int signal) {
  const auto which = interrupts.count();
  if (which == runtime::Interrupts::Which::Later &&
      second_interrupt == SecondInterrupt::EndProcess) {
    std::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

}  // namespace

InterruptScope::InterruptScope(SecondInterrupt second) {
  interrupts.reset();
  second_interrupt = second;
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, &before_);
}

InterruptScope::~InterruptScope() { ::sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>& InterruptScope::flag() const { return interrupts.came(); }

void end_by_interrupt() {
  std::signal(SIGINT, SIG_DFL);
  ::kill(::getpid(), SIGINT);
  ::_exit(128 + SIGINT);
}

}  // namespace planish::tools
