#include "codegen/common/program_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "plan/loop_lanes.h"
#include "plan/verify.h"

namespace planish::codegen {

ProgramFacts::ProgramFacts(const ir::Program& the_program, const Options& the_options,
                           const Target& the_target)
    : program(the_program),
      options(the_options),
      target(the_target),
      plan(plan::make_plan(the_program, target, {.is_optimised = the_options.optimisation > 0})),
      placed_results(the_program),
      strided_params(the_program, placed_results),
      calls(the_program),
      costs_(the_program, target.costs) {
  if (options.verify) {
    for (const std::string& error : plan::verify(program, target, plan))
      throw std::logic_error(fmt::format("compiler bug: the plan is wrong: {}", error));
  }
  number_constants();
}

int64_t ProgramFacts::item_cost(const ir::Body& body) {
  const double cost = costs_.of(&body).nanoseconds;
  return static_cast<int64_t>(std::clamp(std::ceil(cost), 1.0, 1e9));
}

int64_t ProgramFacts::loop_lanes(const ir::Body& body, ir::Var index) const {
  return plan::loop_lanes(*program.storage, target.vectors, body, index);
}

bool ProgramFacts::reaches_recursion(const ir::Function& fn) const {
  const auto is_one = [&](const ir::Function* callee) { return calls.is_recursive(callee->name); };
  return calls.is_recursive(fn.name) || std::ranges::any_of(calls.reached_from(fn.name), is_one);
}

void ProgramFacts::number_constants() {
  for (const ir::Function* fn : program.functions) {
    if (!fn->constant) continue;
    constants_[fn->name] = constant_places_;
    // The first place says whether it has been evaluated.
    constant_places_ += 1 + static_cast<int64_t>(fn->results.size());
  }
}

}  // namespace planish::codegen
