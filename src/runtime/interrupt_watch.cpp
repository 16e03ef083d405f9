#include "runtime/interrupt_watch.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "runtime/interrupts.h"

namespace planish::runtime {
namespace {

// A signal handler takes no argument of ours, so these variables belong to the process.
Interrupts watched_interrupts;
std::atomic<int> watching_pipe = -1;
static_assert(std::atomic<int>::is_always_lock_free);

constexpr char kInterrupted = 'i';
constexpr char kEnds = 'e';

void on_watched_interrupt(int signal) {
  const Interrupts::Which which = watched_interrupts.count();
  if (which == Interrupts::Which::Later) {
    std::signal(signal, SIG_DFL);
    ::raise(signal);
  }
  if (which != Interrupts::Which::First) return;
  const int kept = errno;
  [[maybe_unused]] const ssize_t written = ::write(watching_pipe, &kInterrupted, 1);
  errno = kept;
}

}  // namespace

InterruptWatch::InterruptWatch(std::function<void()> action) : action_(std::move(action)) {
  if (::pipe2(pipe_, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  watched_interrupts.reset();
  watching_pipe = pipe_[1];
  sigset_t all;
  sigset_t others;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &others);
  thread_ = std::thread([this] { watch(); });
  pthread_sigmask(SIG_SETMASK, &others, nullptr);
  struct sigaction handler{};
  handler.sa_handler = on_watched_interrupt;
  handler.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &handler, &before_);
}

InterruptWatch::~InterruptWatch() {
  ::sigaction(SIGINT, &before_, nullptr);
  [[maybe_unused]] const ssize_t written = ::write(pipe_[1], &kEnds, 1);
  thread_.join();
  ::close(pipe_[0]);
  ::close(pipe_[1]);
}

void InterruptWatch::watch() {
  char what = kEnds;
  for (;;) {
    const ssize_t got = ::read(pipe_[0], &what, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got != 1 || what == kEnds) return;
    action_();
  }
}

const std::atomic<bool>& InterruptWatch::flag() const { return watched_interrupts.came(); }

void end_by_interrupt() {
  std::signal(SIGINT, SIG_DFL);
  ::kill(::getpid(), SIGINT);
  ::_exit(128 + SIGINT);
}

}  // namespace planish::runtime
