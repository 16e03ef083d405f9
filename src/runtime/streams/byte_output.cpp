#include "runtime/streams/byte_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include "runtime/streams/byte_input.h"
#include "runtime/streams/gzip.h"

namespace planish::runtime {
namespace {

[[noreturn]] void fail_writing() {
  const auto kind = errno == EPIPE ? StreamError::Kind::Closed : StreamError::Kind::System;
  throw StreamError(std::strerror(errno), kind);
}

// While it lives, writing into a pipe that nobody reads is an error of the call and no signal.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  // The call has failed so. A signal that was there before is not ours to take.
  void take_signal() const {
    const timespec now{};
    while (!was_pending_ && sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
    }
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_;
};

class FileOutput : public ByteOutput {
 public:
  enum class Ends : uint8_t { Closed, KeptOpen };
  FileOutput(int file, Ends ends) : file_(file), ends_(ends) {
    struct stat status{};
    if (::fstat(file, &status) != 0) fail_writing();
    waits_ = !S_ISREG(status.st_mode);
    if (S_ISFIFO(status.st_mode)) widen_pipe(file);
  }
  ~FileOutput() override {
    if (ends_ == Ends::Closed && file_ >= 0) ::close(file_);
  }
  FileOutput(const FileOutput&) = delete;
  FileOutput& operator=(const FileOutput&) = delete;

  void write(std::string_view bytes) override {
    const NoPipeSignal no_signal;
    while (!bytes.empty()) {
      Patience forever;
      if (waits_)
        wakeup_.wait(file_, Wakeup::For::Writing, forever);
      else
        wakeup_.throw_if_cancelled();
      const ssize_t written =
          waits_ ? write_what_fits(bytes) : ::write(file_, bytes.data(), most(bytes));
      if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (written < 0) {
        const int error = errno;
        if (error == EPIPE) no_signal.take_signal();
        errno = error;
        fail_writing();
      }
      bytes.remove_prefix(static_cast<size_t>(written));
    }
  }

  void finish() override {
    if (ends_ == Ends::KeptOpen || file_ < 0) return;
    // Some systems say only here that a disk is full.
    const int closed = ::close(file_);
    file_ = -1;
    if (closed != 0) fail_writing();
  }

  void cancel() override { wakeup_.cancel(); }

 private:
  static size_t most(std::string_view bytes) {
    constexpr size_t kMostAtOnce = size_t{1} << 24;
    return std::min(bytes.size(), kMostAtOnce);
  }

  // Without waiting, so that the thread can be woken up. There is some room.
  ssize_t write_what_fits(std::string_view bytes) {
    if (tells_when_full_) {
      const iovec all{const_cast<char*>(bytes.data()), most(bytes)};
      const ssize_t written = ::pwritev2(file_, &all, 1, -1, RWF_NOWAIT);
      if (written >= 0 || (errno != EOPNOTSUPP && errno != ENOSYS && errno != ESPIPE))
        return written;
      tells_when_full_ = false;
    }
    // A pipe with room takes this much.
    return ::write(file_, bytes.data(), std::min<size_t>(bytes.size(), PIPE_BUF));
  }

  int file_;
  Ends ends_;
  bool tells_when_full_ = true;
  bool waits_ = true;  // not for regular files
  Wakeup wakeup_;
};

class MemoryOutput : public ByteOutput {
 public:
  explicit MemoryOutput(std::string& out) : out_(out) {}
  void write(std::string_view bytes) override { out_.append(bytes); }
  void finish() override {}
  void cancel() override {}

 private:
  std::string& out_;
};

}  // namespace

std::unique_ptr<ByteOutput> open_output(const std::string& path) {
  if (path == "-") return output_of(STDOUT_FILENO);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail_writing();
  std::unique_ptr<ByteOutput> output = std::make_unique<FileOutput>(file, FileOutput::Ends::Closed);
  return path.ends_with(".gz") ? packed(std::move(output)) : std::move(output);
}

std::unique_ptr<ByteOutput> output_of(int file) {
  return std::make_unique<FileOutput>(file, FileOutput::Ends::KeptOpen);
}

std::unique_ptr<ByteOutput> memory_output(std::string& out) {
  return std::make_unique<MemoryOutput>(out);
}

}  // namespace planish::runtime
