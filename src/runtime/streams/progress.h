// How far a long pass over a file is, on a terminal.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "runtime/streams/stream.h"

namespace planish::runtime {

// "1.2 GB of 10.0 GB (12 %), 3.4 million elements, 512 MB/s, 17 s left"
std::string progress_text(const ReadSoFar& far, int64_t elements, double seconds);

class Progress {
 public:
  using Write = std::function<void(std::string_view)>;
  enum class Shown : uint8_t { No, Yes };
  // Shown on standard error, if `shown` says so.
  explicit Progress(Shown shown);
  explicit Progress(Shown shown, Write write) : shown_(shown), write_(std::move(write)) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Whether it makes sense: standard error is a terminal, and standard output none, whose lines it
  // would disturb.
  static Shown on_terminal();

  // Often, with the seconds since the beginning. Writes nothing in the first one, and then a few times
  // a second.
  void update(const ReadSoFar& far, int64_t elements, double seconds);
  // The line is empty again. Before anything else is written there.
  void clear();

 private:
  Shown shown_;
  Write write_;
  double last_ = 0;  // when it was written
  bool is_written_ = false;
};

}  // namespace planish::runtime
