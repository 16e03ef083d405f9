// A plan beside its program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace planish::plan {

// What was decided about an operation, in lines: the strategies that are taken, then those that are
// not, and why.
std::vector<std::string> plan_lines(const OperatorPlan& plan);

// The program in the textual form of the IR, with comments before the operations about which
// something was decided, or about which `further` has lines.
using Notes = std::function<std::vector<std::string>(const ir::Stm&)>;
std::string print(const ir::Program& program, const Plan& plan, const Notes& further = nullptr);

}  // namespace planish::plan
