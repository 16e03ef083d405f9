#include "plan/last_uses.h"

#include <algorithm>

#include "ir/walk.h"

namespace planish::plan {

LastUses last_uses(const ir::Storage& storage, const ir::Body& body, const Roots& roots) {
  LastUses own;
  for (size_t i = 0; i < body.stms.size(); i++) {
    const auto use = [&](ir::Var var) { own[var.id] = i; };
    const ir::Op* op = body.stms[i].op;
    ir::for_each_var_use(op, use);
    ir::for_each_body(op, [&](const ir::Body* inner) {
      std::ranges::for_each(ir::free_variables(storage, inner), use);
    });
    ir::for_each_lambda(op, [&](const ir::Lambda* inner) {
      std::ranges::for_each(ir::free_variables(storage, inner), use);
    });
  }
  for (const ir::Atom& result : body.results) {
    if (result.var) own[result.var.id] = body.stms.size();
  }
  LastUses shared = own;
  const auto keep = [&](ir::Var root, size_t position) {
    size_t& last = shared[root.id];
    last = std::max(last, position);
  };
  for (const auto& [id, position] : own) {
    const ir::Var var{id};
    keep(roots.of(var), position);
    // What is read later must be there until then.
    for (ir::Var piece : roots.pieces(var)) keep(piece, position);
  }
  return shared;
}

}  // namespace planish::plan
