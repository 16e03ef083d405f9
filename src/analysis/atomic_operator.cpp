#include "analysis/atomic_operator.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/facts.h"
#include "ir/walk.h"

namespace planish {

using namespace ir;

bool is_atomic(const Storage& storage, const Lambda* op) {
  const size_t count = op->params.size() / 2;
  auto is_scalar = [&](const Param& param) { return storage.type(param.var)->is_scalar(); };
  if (!std::ranges::all_of(op->params, is_scalar)) return false;
  if (count == 1) return true;
  // By variable: the values that it depends on.
  std::unordered_map<Var, std::unordered_set<size_t>> needs;
  for (size_t i = 0; i < op->params.size(); i++) needs[op->params[i].var].insert(i % count);
  for (const Stm& stm : op->body->stms) {
    const Body alone{{&stm, 1}, {}};
    std::unordered_set<size_t> own;
    for (Var var : free_variables(storage, &alone)) {
      if (const auto found = needs.find(var); found != needs.end())
        own.insert(found->second.begin(), found->second.end());
    }
    // A check that fails does so for all of them.
    if (facts(stm.op).effect != Effect::None) return false;
    for (Var var : stm.pattern) needs[var] = own;
  }
  for (size_t i = 0; i < count; i++) {
    const Atom& result = op->body->results[i];
    if (!result.var) continue;
    const auto found = needs.find(result.var);
    if (found == needs.end()) continue;
    if (std::ranges::any_of(found->second, [&](size_t other) { return other != i; })) return false;
  }
  return true;
}

}  // namespace planish
