// What comes of running an entry point, whatever runs it.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "runtime/tuning.h"
#include "runtime/value.h"

namespace planish::runtime {

class World;  // runtime/world.h

// A program that failed while it ran.
struct Failure {
  std::string message;  // "Index [5] out of bounds for array of shape [3]."
  // Places, innermost first: "dot.fut:3:14-20"; the call path follows.
  std::vector<std::string> path;
  bool compiler_bug =
      false;  // the program broke a rule, such as reading an array after its consumption
  bool interrupted = false;
};

// A failure that only a mistake of the compiler explains.
Failure compiler_bug(std::string message);

struct Outcome {
  std::vector<Value> results;  // of the entry point, without sizes
  std::optional<Failure> failure;
  double seconds = 0;  // that the entry point itself ran, without the conversion of values
};

// As many elements as this are a chunk of a stream, where a program is interpreted: few enough that
// tests see more than one chunk.
inline constexpr int64_t kUsualChunk = 1000;

// For runs that are measured.
class Repeats {
 public:
  virtual ~Repeats() = default;
  // Hears how long the run took that has just ended, and says whether there is to be another one on
  // the same inputs.
  virtual bool again(double seconds) = 0;
};

struct RunOptions {
  const std::atomic<bool>* interrupt = nullptr;  // set to stop the program
  std::string* trace = nullptr;                  // where `trace` writes to; null: standard error
  const TuningValues* tuning = nullptr;          // of tuning parameters; null: none
  int64_t chunk = kUsualChunk;
  World* world = nullptr;  // of the program; null: that of the process
  // Where arrays lie on a device, they stay there from run to run, and results of runs that it has
  // heard of are not given. Others run once and do not ask.
  Repeats* repeats = nullptr;
};

}  // namespace planish::runtime
