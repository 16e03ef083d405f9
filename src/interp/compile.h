// From the IR to the executable form of code.h.
#pragma once

#include <memory>

#include "interp/code.h"
#include "ir/program.h"

namespace planish::interp {

// The program must outlive the code. A function that breaks a rule of the IR gets an error instead
// of code.
std::unique_ptr<ProgramCode> compile(const ir::Program& program);

}  // namespace planish::interp
