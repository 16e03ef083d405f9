// Whether what a plan says about memory can be true of its program.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace planish::plan {

// The rules that are broken, in words:
//
//   nothing is used after it was released, or handed over;
//   what is handed over is handed over once, and nothing else in the statement needs it;
//   what branches own was the body's, and each of them gets it;
//   what is in a stack frame, or on the stack, does not outlive the iteration that makes it;
//   a place is offered for one array only, and nothing reads what lies there before.
std::vector<std::string> verify_memory(const ir::Program& program, const Plan& plan);

}  // namespace planish::plan
