// Bytes from outside: a file, a pipe, memory, and what is packed in gzip format.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "runtime/streams/stream.h"

namespace planish::runtime {

// How long a reader may still wait for bytes; negative: as long as it takes.
struct Patience {
  int64_t nanoseconds = -1;

  bool is_over() const { return nanoseconds == 0; }
};

// Of a chunk that has an element.
inline constexpr Patience kAfterFirst{10'000'000};

enum class Got : uint8_t { Bytes, End, NothingYet };

struct ReadResult {
  Got got = Got::End;
  int64_t count = 0;  // for Bytes: at least one
};

// One thread reads at a time, but any may cancel.
class ByteInput {
 public:
  virtual ~ByteInput() = default;
  // Some bytes, at most `size`, which is not 0. Waits for the first one, which is taken from the
  // patience. Throws StreamError.
  virtual ReadResult read(std::byte* to, int64_t size, Patience& patience) = 0;
  // Goes on at this place, counted from where reading began. False: that is not possible.
  virtual bool seek(int64_t at) = 0;
  // Whether seek() works at any time, for places that were read before.
  virtual bool can_begin_anew() const = 0;
  // Reads the same bytes from their beginning, independently; null: they can be read once.
  virtual std::unique_ptr<ByteInput> another() = 0;
  // All bytes, where they are known and can be read without waiting; else -1.
  virtual int64_t size() const = 0;
  // Of what is outside, which may be packed.
  virtual ReadSoFar read_so_far() const = 0;
  // What it holds in memory.
  virtual int64_t held_bytes() const { return 0; }
  virtual void cancel() = 0;
};

[[noreturn]] void throw_cancelled();

// A pipe holds as much as it may from now on, so that whoever is at its other end has to wait less
// often. What is none stays as it is.
void widen_pipe(int file);

// Wakes up a thread that waits for something to be read or written.
class Wakeup {
 public:
  Wakeup();
  ~Wakeup();
  Wakeup(const Wakeup&) = delete;
  Wakeup& operator=(const Wakeup&) = delete;

  void cancel();
  bool is_cancelled() const { return cancelled_.load(std::memory_order_acquire); }
  void throw_if_cancelled() const;

  enum class For : uint8_t { Reading, Writing };
  // Whether `file` is ready, or in an error that the next call would report. Throws StreamError once
  // cancelled.
  bool wait(int file, For what, Patience& patience) const;

 private:
  std::atomic<bool> cancelled_ = false;
  int pipe_[2] = {-1, -1};
};

// `-` is standard input. Unpacks what is in gzip format. Throws StreamError.
std::unique_ptr<ByteInput> open_input(const std::string& path);
// Of an open file that the caller keeps open.
std::unique_ptr<ByteInput> input_of(int file);
std::unique_ptr<ByteInput> memory_input(std::string bytes);
// These bytes as they are.
std::unique_ptr<ByteInput> plain_memory_input(std::string bytes);

}  // namespace planish::runtime
