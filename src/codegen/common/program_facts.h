// What is known of a program before code is emitted, and the same for all modules that it becomes.
#pragma once

#include <unordered_map>

#include "analysis/cost.h"
#include "codegen/codegen.h"
#include "ir/call_graph.h"
#include "ir/program.h"
#include "plan/origins.h"
#include "plan/plan.h"
#include "plan/strided_params.h"

namespace planish::codegen {

class ProgramFacts {
 public:
  // Throws std::logic_error if the plan is wrong and the options ask for that to be found.
  ProgramFacts(const ir::Program& the_program, const Options& the_options,
               const Target& the_target);

  const ir::Program& program;
  const Options& options;
  const Target target;
  const plan::Plan plan;
  const plan::PlacedResults placed_results;
  const plan::StridedParams strided_params;
  const ir::CallGraph calls;

  // About how many nanoseconds a body takes: at least one.
  int64_t item_cost(const ir::Body& body);
  // How many iterations of a loop LLVM is going to do at once.
  int64_t loop_lanes(const ir::Body& body, ir::Var index) const;
  Cost cost(const ir::Body& body) { return costs_.of(&body); }
  bool reaches_recursion(const ir::Function& fn) const;
  // The number of a constant's first place in the table of constants (planish_constants).
  int64_t constant_place(Name name) const { return constants_.at(name); }
  int64_t constant_places() const { return constant_places_; }

 private:
  void number_constants();

  std::unordered_map<Name, int64_t> constants_;
  int64_t constant_places_ = 0;
  CostModel costs_;
};

}  // namespace planish::codegen
