// Makes a program smaller while something stays true of it.
#pragma once

#include <functional>

#include "program.h"

namespace planish::random_programs {

// `still_fails` holds for the program and, at the end, for the result. It decides alone: what is
// tried need not be well-typed. It is called `max_attempts` times at most.
Program shrink(Program program, const std::function<bool(const Program&)>& still_fails,
               int max_attempts);

}  // namespace planish::random_programs
