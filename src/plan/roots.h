// Which variables share the memory of an array.
//
// Note [Ownership]
// An array lives in a block with a count of references (runtime/abi.h), in memory of the stack
// frame, or in memory that belongs to somebody else. A variable that holds a reference to a block
// is a *root*; views share the root of what they are a view of, and hold nothing. A root is
// released after the last use of anything that shares it. Results of bodies are handed on with a
// reference. A function owns its arguments, and releases them after their last use, even if it
// fails: whoever calls it hands over its own reference, if the call is the last use, and a new one
// otherwise. In the same way, branches own what is used last by them, and an iteration of a loop
// what the parameters hold. Inside of a task the arrays of the code around it have no block: they
// are borrowed, and outlive the task. So no count is ever changed by two threads.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "plan/layouts.h"

namespace planish::plan {

struct Plan;

class Roots {
 public:
  Roots() = default;
  // `plan`: which arrays are read in pieces.
  Roots(const ir::Program& program, const Layouts& layouts, const Plan& plan);

  // Itself, unless it is a view.
  ir::Var of(ir::Var var) const;
  // The roots of the arrays that one that is not made consists of; empty if it is made.
  const std::vector<ir::Var>& pieces(ir::Var var) const;

 private:
  void body(const ir::Body& code);
  void bind(const ir::Stm& stm);
  void view(ir::Var var, ir::Var of);

  const ir::Storage* storage_ = nullptr;  // these three: while it looks at the program
  const Layouts* layouts_ = nullptr;
  const Plan* plan_ = nullptr;
  std::unordered_map<uint32_t, ir::Var> roots_;  // of views
  std::unordered_map<uint32_t, std::vector<ir::Var>> pieces_;
};

}  // namespace planish::plan
