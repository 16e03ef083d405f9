// What rivals of bench/streams read and write by: blocks, the next of which is read, and the last of which is written, by a thread of
// its own while one is worked on; not with one thread.
#pragma once

#include <fcntl.h>
#include <omp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

namespace streams {

[[noreturn]] inline void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

// Memory that is not cleared, with room before what is read.
class Buffer {
 public:
  static constexpr size_t kRoom = size_t{1} << 16;

  char* data() { return memory_.get() + kRoom; }
  // What was in it may be lost.
  void make_room(size_t size) {
    if (size <= capacity_) return;
    memory_ = std::make_unique_for_overwrite<char[]>(kRoom + size);
    capacity_ = size;
  }
  size_t size = 0;

 private:
  std::unique_ptr<char[]> memory_;
  size_t capacity_ = 0;
};

class Input {
 public:
  explicit Input(const char* path) : file_(::open(path, O_RDONLY)) {
    if (file_ < 0) fail(path);
    ::fcntl(file_, F_SETPIPE_SZ, 1 << 20);
  }
  ~Input() { ::close(file_); }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Fewer only at the end.
  size_t read(char* to, size_t size) {
    size_t done = 0;
    while (done < size) {
      const ssize_t got = ::read(file_, to + done, size - done);
      if (got < 0) fail("read");
      if (got == 0) break;
      done += static_cast<size_t>(got);
    }
    return done;
  }
  void rewind() { ::lseek(file_, 0, SEEK_SET); }

 private:
  int file_;
};

// Two buffers, of which one is filled while the other is used.
class Ahead {
 public:
  // A size of 0: there is no more.
  using Fill = std::function<void(Buffer&)>;
  explicit Ahead(Fill fill) : fill_(std::move(fill)), alone_(omp_get_max_threads() == 1) {
    begin();
  }
  ~Ahead() { stop(); }

  // The buffer is used until the next call.
  Buffer& next() {
    if (alone_) {
      fill_(buffers_[0]);
      return buffers_[0];
    }
    std::unique_lock lock(mutex_);
    is_full_[used_] = false;
    changed_.notify_all();
    used_ = 1 - used_;
    changed_.wait(lock, [&] { return is_full_[used_]; });
    return buffers_[used_];
  }
  template <class Rewind>
  void begin_anew(Rewind rewind) {
    stop();
    rewind();
    begin();
  }

 private:
  void begin() {
    if (alone_) return;
    ends_ = false;
    is_full_[0] = true;  // as if it was used
    is_full_[1] = false;
    used_ = 0;
    thread_ = std::thread([this] { work(); });
  }
  void stop() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  void work() {
    for (int filled = 1;; filled = 1 - filled) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ends_ || !is_full_[filled]; });
        if (ends_) return;
      }
      fill_(buffers_[filled]);
      const bool is_last = buffers_[filled].size == 0;
      {
        const std::lock_guard lock(mutex_);
        is_full_[filled] = true;
      }
      changed_.notify_all();
      if (is_last) return;
    }
  }

  Fill fill_;
  bool alone_;
  Buffer buffers_[2];
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_full_[2] = {};
  int used_ = 0;
  bool ends_ = false;
  std::thread thread_;
};

// The bytes of a file or a pipe.
class Blocks {
 public:
  Blocks(const char* path, size_t block)
      : input_(path), ahead_([this, block](Buffer& buffer) {
          buffer.make_room(block);
          buffer.size = input_.read(buffer.data(), block);
        }) {}

  // Empty at the end. `rest` is the end of the last block, which was not used and comes first; at most Buffer::kRoom bytes.
  std::span<const char> next(std::span<const char> rest = {}) {
    char kept[Buffer::kRoom];
    if (rest.size() > sizeof kept) std::exit(1);
    std::memcpy(kept, rest.data(), rest.size());
    Buffer& buffer = ahead_.next();
    if (buffer.size == 0) return {};
    std::memcpy(buffer.data() - rest.size(), kept, rest.size());
    return {buffer.data() - rest.size(), buffer.size + rest.size()};
  }
  // The same for items of one kind, of which a block has a whole number.
  template <class Item>
  std::span<const Item> items() {
    const std::span<const char> bytes = next();
    return {reinterpret_cast<const Item*>(bytes.data()), bytes.size() / sizeof(Item)};
  }
  void rewind() {
    ahead_.begin_anew([this] { input_.rewind(); });
  }

 private:
  Input input_;
  Ahead ahead_;
};

// Writes what it is given while the next block is made.
class Output {
 public:
  explicit Output(const char* path)
      : file_(::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666)),
        alone_(omp_get_max_threads() == 1) {
    if (file_ < 0) fail(path);
  }
  ~Output() {
    wait();
    ::close(file_);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Where the next block goes; until write().
  template <class Item>
  std::span<Item> room(size_t count) {
    Buffer& buffer = buffers_[made_];
    buffer.make_room(count * sizeof(Item));
    buffer.size = count * sizeof(Item);
    return {reinterpret_cast<Item*>(buffer.data()), count};
  }
  void write() {
    wait();
    Buffer& buffer = buffers_[made_];
    if (alone_) return write(buffer);
    thread_ = std::thread([this, &buffer] { write(buffer); });
    made_ = 1 - made_;
  }

 private:
  void wait() {
    if (thread_.joinable()) thread_.join();
  }
  void write(Buffer& buffer) const {
    for (size_t done = 0; done < buffer.size;) {
      const ssize_t put = ::write(file_, buffer.data() + done, buffer.size - done);
      if (put < 0) fail("write");
      done += static_cast<size_t>(put);
    }
  }

  int file_;
  bool alone_;
  Buffer buffers_[2];
  int made_ = 0;
  std::thread thread_;
};

// Fits into a cache.
inline constexpr size_t kBlock = size_t{1} << 20;

}  // namespace streams
