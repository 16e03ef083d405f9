// The reference evaluator for CORE and FLAT: the meaning of a program, against which everything
// else is tested.
#pragma once

#include <memory>
#include <vector>

#include "ir/program.h"
#include "runtime/memory_limit.h"
#include "runtime/outcome.h"
#include "runtime/value.h"

namespace planish::interp {

// Prepares a program once, and then runs its entry points. Must run on a large stack
// (support/large_stack.h).
class Interpreter {
 public:
  explicit Interpreter(const ir::Program& program, runtime::MemoryLimit limit = {});
  ~Interpreter();

  // `inputs` are the values of the entry point's parameters by component, without sizes, of the
  // right types.
  runtime::Outcome run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                       const runtime::RunOptions& options = {});
  // As Heap has it (interp/array.h).
  int64_t fail_allocation(int64_t number);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace planish::interp
