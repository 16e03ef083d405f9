// Warnings about the checks that are left in expressions which ask for them with
// `#[warn(safety_checks)]`.
#pragma once

#include "driver/session/session.h"

namespace planish {

// Compiles the entry points of a program that was checked without errors, as far as it takes to
// know which checks cannot be decided before it runs. Does nothing for programs that do not ask.
void warn_of_safety_checks(Session& session, const CheckedProgram& program);

}  // namespace planish
