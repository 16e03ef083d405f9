// What is read from outside is read in order, and so not by functions that operators on arrays apply.
#pragma once

#include "sema/modules/check.h"
#include "sema/types/context.h"

#include "ir/program.h"

namespace planish::lower {

// Reports the first sequence of an entry point that is read inside of an operator on arrays. False:
// there was one.
bool performs_in_order_only(SemaContext& cx, const CheckedProgram& checked,
                            const ir::Program& program);

}  // namespace planish::lower
