#include "plan/uses.h"

#include <algorithm>

#include "ir/walk.h"

namespace planish::plan {

bool uses(const ir::Storage& storage, const ir::Stm& stm, ir::Var var) {
  bool found = false;
  const auto look_at = [&](ir::Var used) { found = found || used == var; };
  ir::for_each_var_use(stm.op, look_at);
  if (found) return true;
  ir::for_each_body(stm.op, [&](const ir::Body* inner) {
    if (!found) std::ranges::for_each(ir::free_variables(storage, inner), look_at);
  });
  ir::for_each_lambda(stm.op, [&](const ir::Lambda* inner) {
    if (!found) std::ranges::for_each(ir::free_variables(storage, inner), look_at);
  });
  return found;
}

const ir::Stm* last_user(const ir::Storage& storage, const ir::Body& body, ir::Var var) {
  if (std::ranges::count(body.results, ir::Atom(var)) > 0) return nullptr;
  for (size_t i = body.stms.size(); i-- > 0;) {
    if (uses(storage, body.stms[i], var)) return &body.stms[i];
  }
  return nullptr;
}

bool is_used(const ir::Storage& storage, const ir::Body& body, ir::Var var) {
  return std::ranges::count(body.results, ir::Atom(var)) > 0 ||
         last_user(storage, body, var) != nullptr;
}

}  // namespace planish::plan
