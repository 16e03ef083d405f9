// Sequences that come from outside, or go there: files, pipes, and functions of a program that calls
// ours. Elements pass in chunks.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/value.h"
#include "runtime/value_io.h"

namespace planish::runtime {

// An element: the shapes of its components, of which it has several if it is a tuple or a record.
// `[?]f32` has one dimension, which varies.
struct ElementShape {
  std::vector<ValueShape> parts;
};

// Elements that follow each other.
struct Chunk {
  int64_t count = 0;
  bool is_last = false;      // no more will come; there may be none in this one
  std::vector<Value> parts;  // for each component an array of `count`
};

// What a source or a sink cannot do: the message says why, and for data that is not what it should be
// also which element it is and where it begins.
class StreamError : public std::runtime_error {
 public:
  enum class Kind : uint8_t {
    Data,    // what is read is not what it should be
    Memory,  // an element takes more than the limit
    System,  // a file cannot be opened, read or written
    Closed,  // nobody reads the pipe that is written any more
    Cancelled,
  };
  explicit StreamError(const std::string& message, Kind kind = Kind::Data)
      : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

// How far a source has been read, for somebody who waits.
struct ReadSoFar {
  int64_t bytes = 0;
  int64_t all_bytes = -1;  // unknown
};

// One thread uses a source or a sink at a time, but any may cancel it.
class Source {
 public:
  virtual ~Source() = default;
  // At most so many elements, and fewer only at the end, where waiting for more makes no sense, or
  // where they take much memory; at least one, unless it is the last chunk. Throws StreamError after
  // all elements before the bad one were given.
  virtual Chunk next(int64_t wanted) = 0;
  // Begins anew. False: a pipe can be read once.
  virtual bool rewind() = 0;
  // Why it cannot, for messages.
  virtual std::string_view read_once() const { return "a pipe can be read once: name a file"; }
  // Whether rewind() will, at any time.
  virtual bool can_rewind() const { return false; }
  // A thread that waits in next() wakes up, and gets a StreamError, as does every later one.
  virtual void cancel() {}
  // Of what the last next() gave.
  virtual ReadSoFar read_so_far() const { return {}; }
};

class Sink {
 public:
  virtual ~Sink() = default;
  // Throws StreamError.
  virtual void put(Chunk chunk) = 0;
  // All is written when this returns. Throws StreamError.
  virtual void finish() = 0;
  // A thread that waits in put() or finish() wakes up, and gets a StreamError.
  virtual void cancel() {}
};

}  // namespace planish::runtime
