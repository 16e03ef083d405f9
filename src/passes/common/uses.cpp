#include "passes/common/uses.h"

#include "analysis/inner_bodies.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

void collect_uses(const Storage& storage, const Stm& stm, std::vector<Var>& uses) {
  collect_uses(storage, stm.op, uses);
  uses.insert(uses.end(), stm.certs.begin(), stm.certs.end());
  for (Var var : stm.pattern) {
    for_each_var_in(storage.type(var), [&](Var size) { uses.push_back(size); });
  }
}

void collect_inner_uses(const Storage& storage, const Op* op, std::vector<Var>& uses) {
  for_each_lambda(op, [&](const Lambda* lambda) {
    for (const Param& param : lambda->params) {
      for_each_var_in(storage.type(param.var), [&](Var size) { uses.push_back(size); });
    }
  });
  for_each_inner_body(op, [&](const Body* body) {
    for (const Stm& stm : body->stms) collect_uses(storage, stm, uses);
    for (const Atom& result : body->results) {
      if (result.var) uses.push_back(result.var);
    }
  });
}

void collect_uses(const Storage& storage, const Op* op, std::vector<Var>& uses) {
  for_each_var_use(op, [&](Var var) { uses.push_back(var); });
  for_each_binder(op, [&](Var var) {
    for_each_var_in(storage.type(var), [&](Var size) { uses.push_back(size); });
  });
  collect_inner_uses(storage, op, uses);
}

std::unordered_map<Var, size_t> count_uses(const Storage& storage, const Body* body) {
  std::vector<Var> uses;
  for (const Stm& stm : body->stms) collect_uses(storage, stm, uses);
  for (const Atom& result : body->results) uses.push_back(result.var);
  std::unordered_map<Var, size_t> counts;
  for (Var var : uses) counts[var]++;
  return counts;
}

}  // namespace planish::passes
