// Whether what a plan says about memory can be true of its program.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace planish::plan {

// The rules that are broken, in words. References (verify_references.cpp):
//
//   nothing is used after it was released, or handed over, and nothing is kept after its last use;
//   what is handed over is handed over once, and nothing else in the statement needs it;
//   a body owns what it is given, and nothing else: a function and a loop their parameters, each
//   branch what is handed to all of them, which was held;
//   one reference is one result, and views keep the array that they are part of.
//
// Places (verify_places.cpp):
//
//   what is in a stack frame, or on the stack, does not outlive the iteration that makes it;
//   what operators need while they run is in a frame that has just its size, or in a block;
//   a place is for one array only;
//   nothing is made where something lies that is still read: Note [What lies at a place].
std::vector<std::string> verify_memory(const ir::Program& program, const Plan& plan);

}  // namespace planish::plan
