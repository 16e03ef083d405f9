// The variables that stand in code, and in the types of what it binds.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish::passes {

// Those that the operation uses, and that are free in its bodies and lambdas.
void collect_uses(const ir::Storage& storage, const ir::Op* op, std::vector<ir::Var>& uses);
// Those in the bodies and lambdas of the operation, to any depth; those that they bind themselves,
// too.
void collect_inner_uses(const ir::Storage& storage, const ir::Op* op, std::vector<ir::Var>& uses);
// How often each variable stands in the body, to any depth, results included; without those that are
// bound in bodies and lambdas inside of it. Note [Free variables are kept] in ir/walk.h.
std::unordered_map<ir::Var, size_t> count_uses(const ir::Storage& storage, const ir::Body* body);

}  // namespace planish::passes
