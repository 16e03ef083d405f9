#include "plan/elementwise.h"

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

size_t count_uses(const ir::Body& body, ir::Var var);

size_t count_uses(const ir::Op* op, ir::Var var) {
  size_t uses = 0;
  ir::for_each_var_use(op, [&](ir::Var used) { uses += used == var ? 1 : 0; });
  ir::for_each_body(op, [&](const ir::Body* inner) { uses += count_uses(*inner, var); });
  ir::for_each_lambda(op, [&](const ir::Lambda* inner) { uses += count_uses(*inner->body, var); });
  return uses;
}

size_t count_uses(const ir::Body& body, ir::Var var) {
  size_t uses = 0;
  for (const ir::Stm& stm : body.stms) uses += count_uses(stm.op, var);
  for (const ir::Atom& result : body.results) uses += result.var == var ? 1 : 0;
  return uses;
}

// The result is a map over the operand, which is used for nothing else, row by row down to scalars.
bool is_elementwise(const ir::Storage& storage, const ir::Body& body, const ir::Atom& result,
                    ir::Var operand) {
  if (storage.type(operand)->is_scalar()) return true;
  if (!result.var || count_uses(body, operand) != 1) return false;
  for (const ir::Stm& stm : body.stms) {
    const auto* map = ir::as<ir::Map>(stm.op);
    if (map == nullptr) continue;
    for (size_t k = 0; k < stm.pattern.size(); k++) {
      if (!(stm.pattern[k] == result.var)) continue;
      for (size_t i = 0; i < map->arrays.size(); i++) {
        if (!(map->arrays[i] == operand)) continue;
        const ir::Body& inner = *map->fn->body;
        return is_elementwise(storage, inner, inner.results[k], map->fn->params[i].var);
      }
    }
  }
  return false;
}

}  // namespace

bool is_elementwise(const ir::Storage& storage, const ir::Lambda& op, size_t k) {
  return is_elementwise(storage, *op.body, op.body->results[k], op.params[k].var);
}

}  // namespace planish::plan
