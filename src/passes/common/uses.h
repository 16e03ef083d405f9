// All variables that stand in code, and in the types of what it binds, to any depth; those that it
// binds itself, too.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish::passes {

void collect_uses(const ir::Storage& storage, const ir::Op* op, std::vector<ir::Var>& uses);
// Those in the bodies and lambdas of the operation only.
void collect_inner_uses(const ir::Storage& storage, const ir::Op* op, std::vector<ir::Var>& uses);
// Those in the statement: operation, certificates, and sizes of what it binds.
void collect_uses(const ir::Storage& storage, const ir::Stm& stm, std::vector<ir::Var>& uses);
// How often each variable stands in the body, results included.
std::unordered_map<ir::Var, size_t> count_uses(const ir::Storage& storage, const ir::Body* body);

}  // namespace planish::passes
