#include "runtime/streams/byte_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "runtime/streams/gzip.h"

namespace planish::runtime {
namespace {

// Linux reads and writes less than this at once.
constexpr int64_t kMostRead = int64_t{1} << 30;

[[noreturn]] void fail_reading() {
  throw StreamError(std::strerror(errno), StreamError::Kind::System);
}

// A file that is closed when nobody needs it any more.
class OpenFile {
 public:
  enum class Ends : uint8_t { Closed, KeptOpen };
  OpenFile(int file, Ends ends) : file_(file), ends_(ends) {}
  ~OpenFile() {
    if (ends_ == Ends::Closed) ::close(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int file() const { return file_; }

 private:
  int file_;
  Ends ends_;
};

// A regular file, of which several inputs read, each at a place of its own.
class FileInput : public ByteInput {
 public:
  FileInput(std::shared_ptr<OpenFile> file, int64_t begin, int64_t size)
      : file_(std::move(file)), begin_(begin), size_(size) {}

  ReadResult read(std::byte* to, int64_t size, Patience&) override {
    for (;;) {
      if (cancelled_.load(std::memory_order_acquire)) throw_cancelled();
      const auto most = static_cast<size_t>(std::min(size, kMostRead));
      const ssize_t got = ::pread(file_->file(), to, most, begin_ + at_);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail_reading();
      if (got == 0) return {};
      at_ += got;
      return {Got::Bytes, got};
    }
  }
  bool seek(int64_t at) override {
    at_ = at;
    return true;
  }
  bool can_begin_anew() const override { return true; }
  std::unique_ptr<ByteInput> another() override {
    return std::make_unique<FileInput>(file_, begin_, size_);
  }
  int64_t size() const override { return size_; }
  ReadSoFar read_so_far() const override { return {at_, size_}; }
  void cancel() override { cancelled_.store(true, std::memory_order_release); }

 private:
  std::shared_ptr<OpenFile> file_;
  int64_t begin_;  // standard input may have been read before
  int64_t size_;
  int64_t at_ = 0;
  std::atomic<bool> cancelled_ = false;
};

class PipeInput : public ByteInput {
 public:
  explicit PipeInput(std::shared_ptr<OpenFile> file) : file_(std::move(file)) {
    widen_pipe(file_->file());
  }

  ReadResult read(std::byte* to, int64_t size, Patience& patience) override {
    for (;;) {
      if (!wakeup_.wait(file_->file(), Wakeup::For::Reading, patience)) return {Got::NothingYet, 0};
      const auto most = static_cast<size_t>(std::min(size, kMostRead));
      const ssize_t got = ::read(file_->file(), to, most);
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got < 0) fail_reading();
      if (got == 0) return {};
      at_ += got;
      return {Got::Bytes, got};
    }
  }
  bool seek(int64_t at) override { return at == at_; }
  bool can_begin_anew() const override { return false; }
  std::unique_ptr<ByteInput> another() override { return nullptr; }
  int64_t size() const override { return -1; }
  ReadSoFar read_so_far() const override { return {at_, -1}; }
  void cancel() override { wakeup_.cancel(); }

 private:
  std::shared_ptr<OpenFile> file_;
  Wakeup wakeup_;
  int64_t at_ = 0;
};

class MemoryInput : public ByteInput {
 public:
  explicit MemoryInput(std::shared_ptr<const std::string> bytes) : bytes_(std::move(bytes)) {}

  ReadResult read(std::byte* to, int64_t size, Patience&) override {
    if (cancelled_.load(std::memory_order_acquire)) throw_cancelled();
    const int64_t count = std::min(size, this->size() - at_);
    if (count <= 0) return {};
    std::memcpy(to, bytes_->data() + at_, static_cast<size_t>(count));
    at_ += count;
    return {Got::Bytes, count};
  }
  bool seek(int64_t at) override {
    at_ = at;
    return true;
  }
  bool can_begin_anew() const override { return true; }
  std::unique_ptr<ByteInput> another() override { return std::make_unique<MemoryInput>(bytes_); }
  int64_t size() const override { return static_cast<int64_t>(bytes_->size()); }
  ReadSoFar read_so_far() const override { return {at_, size()}; }
  void cancel() override { cancelled_.store(true, std::memory_order_release); }

 private:
  std::shared_ptr<const std::string> bytes_;
  int64_t at_ = 0;
  std::atomic<bool> cancelled_ = false;
};

std::unique_ptr<ByteInput> input_of(std::shared_ptr<OpenFile> file) {
  struct stat status{};
  if (::fstat(file->file(), &status) != 0) fail_reading();
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fail_reading();
  }
  // Files of /proc say that they are empty.
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    const int64_t begin = std::max<int64_t>(::lseek(file->file(), 0, SEEK_CUR), 0);
    const int64_t size = std::max<int64_t>(status.st_size - begin, 0);
    return unpacked(std::make_unique<FileInput>(std::move(file), begin, size));
  }
  return unpacked(std::make_unique<PipeInput>(std::move(file)));
}

}  // namespace

void widen_pipe(int file) {
  constexpr int kBytes = 1 << 20;
  if (::fcntl(file, F_GETPIPE_SZ) < kBytes) ::fcntl(file, F_SETPIPE_SZ, kBytes);
}

void throw_cancelled() { throw StreamError("cancelled", StreamError::Kind::Cancelled); }

Wakeup::Wakeup() {
  if (::pipe2(pipe_, O_CLOEXEC | O_NONBLOCK) != 0) fail_reading();
}

Wakeup::~Wakeup() {
  ::close(pipe_[0]);
  ::close(pipe_[1]);
}

void Wakeup::cancel() {
  cancelled_.store(true, std::memory_order_release);
  // A full pipe wakes up as well.
  [[maybe_unused]] const ssize_t written = ::write(pipe_[1], "", 1);
}

void Wakeup::throw_if_cancelled() const {
  if (is_cancelled()) throw_cancelled();
}

bool Wakeup::wait(int file, For what, Patience& patience) const {
  using Clock = std::chrono::steady_clock;
  constexpr int64_t kMillisecond = 1'000'000;
  for (;;) {
    throw_if_cancelled();
    pollfd polled[2] = {
        {file, static_cast<short>(what == For::Reading ? POLLIN : POLLOUT), 0},
        {pipe_[0], POLLIN, 0},
    };
    const bool forever = patience.nanoseconds < 0;
    const auto limit =
        forever ? -1 : static_cast<int>((patience.nanoseconds + kMillisecond - 1) / kMillisecond);
    const Clock::time_point before = forever ? Clock::time_point() : Clock::now();
    const int ready = ::poll(polled, 2, limit);
    if (!forever) {
      const int64_t passed =
          std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - before).count();
      patience.nanoseconds = std::max<int64_t>(patience.nanoseconds - passed, 0);
    }
    if (ready < 0 && errno != EINTR) fail_reading();
    throw_if_cancelled();
    if (ready > 0 && polled[0].revents != 0) return true;
    if (ready == 0) {
      patience.nanoseconds = 0;
      return false;
    }
  }
}

std::unique_ptr<ByteInput> open_input(const std::string& path) {
  if (path == "-") return input_of(STDIN_FILENO);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail_reading();
  return input_of(std::make_shared<OpenFile>(file, OpenFile::Ends::Closed));
}

std::unique_ptr<ByteInput> input_of(int file) {
  return input_of(std::make_shared<OpenFile>(file, OpenFile::Ends::KeptOpen));
}

std::unique_ptr<ByteInput> memory_input(std::string bytes) {
  return unpacked(plain_memory_input(std::move(bytes)));
}

std::unique_ptr<ByteInput> plain_memory_input(std::string bytes) {
  return std::make_unique<MemoryInput>(std::make_shared<const std::string>(std::move(bytes)));
}

}  // namespace planish::runtime
