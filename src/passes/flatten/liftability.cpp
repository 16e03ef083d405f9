#include "passes/flatten/liftability.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

namespace {

bool binds_rows(const Storage& storage, const Body* body) {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    bool found = std::ranges::any_of(stm.pattern,
                                     [&](Var var) { return storage.type(var)->is_irregular(); });
    for_each_inner_body(stm.op,
                        [&](const Body* inner) { found = found || binds_rows(storage, inner); });
    return found;
  });
}

}  // namespace

Liftability::Liftability(Flattening& all)
    : storage_(all.storage), parallelism_(all.parallelism), sequential_(all.sequential) {
  has_rows_ = std::ranges::any_of(all.program.functions, [&](const Function* fn) {
    auto is_irregular = [&](const Param& param) {
      return storage_.type(param.var)->is_irregular();
    };
    return std::ranges::any_of(fn->params, is_irregular) ||
           std::ranges::any_of(fn->results, is_irregular) || binds_rows(storage_, fn->body);
  });
}

// ---- Statements and bodies

bool Liftability::is_liftable(const Stm& stm, Nest& nest) const {
  if (has_rows_ || has_attribute(stm.attrs, AttributeKind::Sequential)) return false;
  auto no_accumulator = [&](Var var) { return !storage_.type(var)->is_acc(); };
  if (!std::ranges::all_of(stm.pattern, no_accumulator)) return false;
  auto operators = [&] {
    return parallelism_.may_be_parallel(stm) && !parallelism_.too_few(stm.op);
  };
  return match(
      stm.op, [&](const Map&) { return operators(); }, [&](const Reduce&) { return operators(); },
      [&](const Scan&) { return operators(); }, [&](const Filter&) { return operators(); },
      [&](const FlatMap&) { return operators(); }, [&](const Hist&) { return operators(); },
      [&](const Scatter&) { return operators(); },
      [&](const If& n) {
        return contains_liftable(n.then_body, nest) || contains_liftable(n.else_body, nest);
      },
      [&](const Match& n) {
        bool found = n.otherwise != nullptr && contains_liftable(n.otherwise, nest);
        for (const MatchCase& one : n.cases) found = found || contains_liftable(one.body, nest);
        return found;
      },
      [&](const Loop& n) { return loop_is_liftable(stm, n, nest); },
      [&](const Call& n) { return sequential_.is_parallel(n.fn) && !parallelism_.shows(stm); },
      [](const Foreign& n) { return !n.lifted.empty(); }, [](const auto&) { return false; });
}

bool Liftability::contains_liftable(const Body* body, const Nest& nest) const {
  Nest inside = nest;
  for (const Stm& stm : body->stms) {
    if (is_liftable(stm, inside)) return true;
    inside.bind(stm.pattern);
  }
  return false;
}

bool Liftability::loop_is_liftable(const Stm& stm, const Loop& loop, const Nest& nest) const {
  if (parallelism_.shows(stm)) return false;
  Nest inside = nest;
  for (const LoopParam& param : loop.params) {
    if (storage_.type(param.param.var)->is_acc()) return false;
    inside.bind({&param.param.var, 1});
  }
  return contains_liftable(loop.body, inside) ||
         (loop.condition != nullptr && contains_liftable(loop.condition, inside));
}

bool Liftability::needs_lifting(const Body* body, Nest& nest) const {
  bool found = false;
  for (const Stm& stm : body->stms) {
    Nest inside = nest;
    found = found || (!parallelism_.is_worth(stm, inside) && is_liftable(stm, nest));
    nest.bind(stm.pattern);
  }
  return found;
}

bool Liftability::makes_elements(const Stm& stm) const {
  bool makes = match(
      stm.op, [](const Iota&) { return true; }, [](const Replicate&) { return true; },
      [](const Copy&) { return true; }, [](const Concat&) { return true; },
      [](const Update&) { return true; }, [](const auto&) { return false; });
  if (!makes || has_attribute(stm.attrs, AttributeKind::Sequential)) return false;
  if (stm.op->kind == Kind::Update) return true;
  const Type* type = storage_.type(stm.pattern[0]);
  return std::ranges::any_of(type->dims, [](const Dim& dim) { return dim.kind == DimKind::Var; });
}

bool Liftability::makes_rows(const Body* body, const Nest& nest) const {
  Nest inside = nest;
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    inside.bind(stm.pattern);
    return stm.op->kind != Kind::Update && makes_elements(stm) &&
           inside.varying_dims(storage_.type(stm.pattern[0])) > 0;
  });
}

// ---- Functions of operators

bool Liftability::combines_alike(const OperatorParts& parts, const Nest& nest) const {
  return std::ranges::all_of(parts.neutral,
                             [&](const Atom& value) { return nest.is_invariant(value); }) &&
         parallelism_.invariant_lambda(parts.op, nest);
}

bool Liftability::has_parallel_operator(const OperatorParts& parts, const Nest& nest) const {
  if (parts.op == nullptr) return false;
  Nest inside = nest;
  for (const Param& param : parts.op->params) inside.bind({&param.var, 1});
  return contains_liftable(parts.op->body, inside);
}

bool Liftability::lifts_function(const OperatorParts& parts, const Nest& nest) const {
  if (parts.map == nullptr) return false;
  Nest inside = nest;
  for (const Param& param : parts.map->params) inside.bind({&param.var, 1});
  Nest regular = inside;
  return needs_lifting(parts.map->body, inside) ||
         parallelism_.contains_worth(parts.map->body, regular);
}

bool Liftability::is_plain_function(const Lambda* fn, const Nest& nest) const {
  if (fn == nullptr) return true;
  if (std::ranges::any_of(fn->params, &Param::unique)) return false;
  Nest inside = nest;
  for (const Param& param : fn->params) inside.bind({&param.var, 1});
  Nest bound = inside;
  return !needs_lifting(fn->body, bound) && !parallelism_.contains_worth(fn->body, inside);
}

}  // namespace planish::passes
