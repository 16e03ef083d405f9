#include <algorithm>

#include "sema/consumption/consumption_checker.h"
#include "sema/types/terms.h"

// Note [Consumption]
//
// Arrays are values, but some operations may overwrite their memory: in-place updates, calls of
// functions with `*` parameters, loops that do either to their parameters. Such an operation
// *consumes* its operand, and afterwards neither the operand nor anything that may share memory
// with it is used. One walk over a definition, in the order of evaluation, proves this:
//
//   let ys = xs[1:]                 ys: {xs}          what a value may share memory with
//   let zs = xs with [0] = 7        consumed: xs      all owners in the aliases of the operand
//   in ys                           error             an owner in the aliases of `ys` is consumed
//
// * The aliases of a value (alias.h) are owners: variables and unnamed results. A name is its own
//   owner only if the value that it is bound to has no owner with a name yet, or is a record or
//   sum; so sets stay small, and consuming part of a record consumes the name of the whole.
// * Functions, lambdas, loops and sizes are *frames*: code that may run more than once, so it must
//   not consume what is bound outside of it. What a frame uses of the outside is captured by it.
// * A call's result shares memory with the observed arguments and with what the function captured,
//   except where its type has a `*`. The result types of functions that do not declare any get
//   theirs here.
// * A loop is walked once. Which parameters it consumes follows from its body, and from which
//   parameters flow into which (consumption_loops.cpp).
// * The elements that a `for … in` loop goes over are values of their own, as if they were copied.
// * What happens in one branch is taken back before the other is walked, and both are added up
//   after: the trail remembers what was consumed in which order. Owners made inside of a branch
//   need no taking back.

namespace planish {

void check_consumption(SemaContext& cx, ast::ValDecl& decl) {
  consumption::Checker(cx).check_definition(decl);
}

namespace consumption {

void Checker::check_definition(ast::ValDecl& decl) {
  if (decl.symbol == nullptr || decl.symbol->type == nullptr || decl.body == nullptr) return;
  const Type* result = result_after(decl.symbol->type, decl.params.size());
  if (decl.params.empty() && decl.result != nullptr && any_unique(result)) {
    cx_.diags
        .report(Diag::unique_constant, decl.result->loc,
                "the constant {} cannot have a unique type", quote(decl.name.name))
        .primary_label("every use of a constant is a use of the same value")
        .suggest("leave out the `*`, and consume `copy " + std::string(cx_.text(decl.name.name)) +
                 "` where needed");
    result = cx_.types.with_unique(result, false);
  }
  const Type* found = check_function({decl.params, decl.result, result, decl.body, decl.name.loc});
  if (found != result)
    decl.symbol->type = with_result(decl.symbol->type, decl.params.size(), found);
}

// ---- Consumption

void Checker::check_not_consumed(const Value* value, const ValueSymbol* used, Loc loc) {
  if (consumptions_.empty()) return;
  Owner* found = nullptr;
  for_each_set(value, [&](AliasSet set) {
    for (AtomId atom : set) {
      Owner& o = owner_of(atom);
      if (o.consumption != 0 && (found == nullptr || o.symbol == used)) found = &o;
    }
  });
  if (found != nullptr) report_use(*found, used, loc, Use::Later);
}

void Checker::check_operands(std::span<const Operand> operands, size_t since) {
  if (trail_.size() == since) return;
  for (const Operand& operand : operands) {
    Owner* found = nullptr;
    for_each_set(operand.value, [&](AliasSet set) {
      for (AtomId atom : set) {
        Owner& o = owner_of(atom);
        if (o.consumption != 0 && bound(o)) found = &o;
      }
    });
    if (found != nullptr)
      report_use(*found, variable_of(operand.expr), operand.expr->loc, Use::Operand);
  }
}

void Checker::consume(AliasSet set, const Consumption& how) {
  const Owner* forbidden = nullptr;
  for (AtomId atom : set) {
    const Owner& o = owner_of(atom);
    if (!bound(o) || (o.consumable && o.depth == depth())) continue;
    // The clearest to name: the variable itself, and rather a value than a function that may return
    // it.
    bool clearer = forbidden == nullptr || o.symbol == how.through ||
                   (is_function(forbidden->symbol) && forbidden->symbol != how.through);
    if (clearer) forbidden = &o;
  }
  if (forbidden != nullptr) return report_not_consumable(*forbidden, how);
  if (set.empty()) return;
  consumptions_.push_back(how);
  for (AtomId atom : set) {
    Owner& o = owner_of(atom);
    if (o.consumption != 0) continue;
    o.consumption = static_cast<uint32_t>(consumptions_.size());
    trail_.push_back({store_.owner(atom), o.consumption});
  }
}

const ValueSymbol* Checker::variable_of(const ast::Expr* expr) {
  while (expr != nullptr) {
    switch (expr->kind) {
      case ast::ExprKind::Var: return static_cast<const ast::Var*>(expr)->symbol;
      case ast::ExprKind::Parens: expr = static_cast<const ast::Parens*>(expr)->inner; break;
      case ast::ExprKind::Project: expr = static_cast<const ast::Project*>(expr)->from; break;
      case ast::ExprKind::Index: expr = static_cast<const ast::Index*>(expr)->array; break;
      case ast::ExprKind::Ascribe: expr = static_cast<const ast::Ascribe*>(expr)->value; break;
      case ast::ExprKind::Coerce: expr = static_cast<const ast::Coerce*>(expr)->value; break;
      case ast::ExprKind::AttrExpr: expr = static_cast<const ast::AttrExpr*>(expr)->body; break;
      default: return nullptr;
    }
  }
  return nullptr;
}

Consumption Checker::consumption_of(Cause cause, const ast::Expr* expr, Name name) {
  return {
      .cause = cause, .loc = expr->loc, .through = variable_of(expr), .expr = expr, .name = name};
}

std::vector<Checker::TrailEntry> Checker::take_back(Mark m) {
  std::vector<TrailEntry> taken;
  for (size_t i = m.trail; i < trail_.size(); i++) {
    if (trail_[i].owner >= m.owners) continue;
    owners_[trail_[i].owner].consumption = 0;
    taken.push_back(trail_[i]);
  }
  trail_.resize(std::min(trail_.size(), m.trail));
  return taken;
}

void Checker::apply(std::span<const TrailEntry> entries) {
  for (const TrailEntry& entry : entries) {
    Owner& o = owners_[entry.owner];
    if (o.consumption != 0) continue;
    o.consumption = entry.consumption;
    trail_.push_back(entry);
  }
}

// The value of a branch that was taken instead of one that consumed: what it shares memory with
// cannot be used any more, so it is apart from everything but itself. Parts that were the same
// memory still are.
const Value* Checker::without_consumed(const Value* value) {
  std::vector<AtomId> consumed;
  for_each_set(value, [&](AliasSet set) {
    for (AtomId atom : set) {
      if (owner_of(atom).consumption != 0) consumed.push_back(atom);
    }
  });
  if (consumed.empty()) return value;
  std::ranges::sort(consumed);
  std::vector<std::pair<AtomId, AtomId>> renamed;  // from atoms of several parts, in order
  for (size_t i = 0; i + 1 < consumed.size(); i++) {
    AtomId atom = consumed[i];
    if (consumed[i + 1] != atom || (!renamed.empty() && renamed.back().first == atom)) continue;
    Owner owner = owner_of(atom);
    owner.in_scope = false;
    owner.consumption = 0;
    renamed.emplace_back(atom, store_.new_atom(new_owner(owner)));
  }
  return store_.map(value, [&](AliasSet set) {
    AliasSet kept = store_.filter(set, [&](AtomId a) { return owner_of(a).consumption == 0; });
    for (auto [from, to] : renamed) {
      if (std::ranges::binary_search(set, from)) kept = store_.unite(kept, store_.single(to));
    }
    return kept;
  });
}

}  // namespace consumption
}  // namespace planish
