// The names that `let` binds.
#pragma once

#include <vector>

#include "syntax/ast.h"

namespace planish {

// All names that the `let`s at the head of an expression bind, each once, where it is bound last.
std::vector<ast::Ident> names_bound_by(const ast::Expr* lets);

}  // namespace planish
