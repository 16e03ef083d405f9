// Which statements of a body use a variable.
#pragma once

#include "ir/program.h"

namespace planish::plan {

// Does the statement use it, or something inside of it?
bool uses(const ir::Storage& storage, const ir::Stm& stm, ir::Var var);
// The statement of the body that is the last to use the variable; null: none does, or the body
// gives it.
const ir::Stm* last_user(const ir::Storage& storage, const ir::Body& body, ir::Var var);
bool is_used(const ir::Storage& storage, const ir::Body& body, ir::Var var);

}  // namespace planish::plan
