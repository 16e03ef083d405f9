// The reference evaluator for CORE and FLAT: the meaning of a program, against which everything else is tested.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"
#include "runtime/tuning.h"
#include "runtime/value.h"

namespace planish::interp {

// A program that failed while it ran.
struct Failure {
  std::string message;  // "Index [5] out of bounds for array of shape [3]."
  std::vector<std::string>
      path;                   // places, innermost first: "dot.fut:3:14-20"; the call path follows
  bool compiler_bug = false;  // the IR broke a rule, such as reading an array after its consumption
  bool interrupted = false;
};

struct Outcome {
  std::vector<runtime::Value> results;  // of the entry point's results, by component, without sizes
  std::optional<Failure> failure;
  double seconds = 0;  // that the entry point itself ran, without the conversion of values
};

struct Options {
  const std::atomic<bool>* interrupt = nullptr;   // set to stop the program
  std::string* trace = nullptr;                   // where `trace` writes to; null: standard error
  const runtime::TuningValues* tuning = nullptr;  // of tuning parameters; null: none
};

// Prepares a program once, and then runs its entry points. Must run on a large stack (support/large_stack.h).
class Interpreter {
 public:
  explicit Interpreter(const ir::Program& program);
  ~Interpreter();

  // `inputs` are the values of the entry point's parameters by component, without sizes, of the right types.
  Outcome run(const ir::Function& entry, std::vector<runtime::Value> inputs,
              const Options& options = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace planish::interp
