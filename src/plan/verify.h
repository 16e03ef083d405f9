// Rules that a plan keeps, whoever made it.
#pragma once

#include "plan/plan.h"

namespace planish::plan {

// What is wrong with the plan, a line each: an operator over a space without a strategy, a strategy
// that its kind of operation does not have, or one whose conditions do not hold. Conditions are
// looked at in the program itself, and not as the strategies look at them.
std::vector<std::string> verify(const ir::Program& program, const Target& target, const Plan& plan);

}  // namespace planish::plan
