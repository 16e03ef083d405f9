// Walks over trees of NESL, for what lowering has to know of code before it makes any.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "nesl/syntax/ast.h"
#include "nesl/types/definition.h"

namespace planish::nesl {

// Calls `visit` for the expression and all inside of it: closures too, what calls pass in place of
// what is written.
void for_each_expr(const Expr* expr, const std::function<void(const Expr&)>& visit);

// The definition at top level that the expression mentions, if it is a name or an operator; or null.
const Definition* callee_of(const Expr& expr);

// Is the definition, or one that functions reach from it, of this kind?
bool reaches(const Definition& definition, const std::function<bool(const Definition&)>& is_meant);

// The local names that an expression mentions.
std::unordered_set<const Variable*> mentioned_variables(const Expr* expr);

// All names that a pattern binds, from the left.
std::vector<const Variable*> bound_variables(const Pattern* pattern);

// Without parentheses around it.
const Expr* plain(const Expr* expr);

// Is there a call in tail position of the definition itself?
bool has_tail_call(const Expr* expr);
// Is all that stands in tail position such a call?
bool only_tail_calls(const Expr* expr);

}  // namespace planish::nesl
