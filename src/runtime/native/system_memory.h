// How much memory there is for this process.
#pragma once

#include <cstdint>

namespace planish::native {

// What the machine has, or what this process may have of it: control groups, of both versions, may
// allow less.
int64_t machine_memory();

// How much more can be used now without swapping more than there is room for, as far as the system
// tells: Linux hands out addresses without memory, and ends a process that uses them.
int64_t available_memory();

// Asks the system before much is taken from it, and not more often.
class SystemMemory {
 public:
  // Is there so much more, as far as is known?
  bool has(int64_t bytes) {
    unasked_ += bytes;
    if (unasked_ < kAsked) return true;
    unasked_ = 0;
    return bytes <= available_memory();
  }

 private:
  // To ask takes some dozen microseconds, to write to so much memory some milliseconds.
  static constexpr int64_t kAsked = int64_t{64} << 20;

  int64_t unasked_ = 0;
};

}  // namespace planish::native
