#include "passes/fusion/chunk_code.h"

#include <algorithm>

#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Is there such a statement in the code that runs once for each chunk?
template <class Is>
bool has_statement(const Body* body, const Is& is) {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    bool found = is(stm);
    if (stm.op->kind == Kind::Loop) return found;  // its body may run for no element
    for_each_body(stm.op, [&](const Body* inner) { found = found || has_statement(inner, is); });
    return found;
  });
}

bool is_param(const Lambda* fn, Var var) {
  return std::ranges::any_of(fn->params, [&](const Param& param) { return param.var == var; });
}

}  // namespace

bool wants_chunks(const Lambda* fn) {
  return has_statement(fn->body, [&](const Stm& stm) {
    const auto* index = as<Index>(stm.op);
    return stm.op->kind == Kind::Loop || stm.op->kind == Kind::Scan ||
           (index != nullptr && is_param(fn, index->array));
  });
}

bool needs_elements(const Lambda* fn) {
  return has_statement(fn->body, [](const Stm& stm) {
    return stm.op->kind == Kind::Index || stm.op->kind == Kind::Check;
  });
}

}  // namespace planish::passes
