#include "sema/consumption/uses.h"

#include "sema/consumption/analysis.h"

namespace planish::consumption {

void Uses::check_not_consumed(const Aliases* value, const ValueSymbol* used, Loc loc) {
  if (consumptions_.empty()) return;
  Owner* found = nullptr;
  for_each_set(value, [&](AliasSet set) {
    for (AtomId atom : set) {
      Owner& o = owner_of(atom);
      if (o.consumption != 0 && (found == nullptr || o.symbol == used)) found = &o;
    }
  });
  if (found != nullptr) all_.reports.report_use(*found, used, loc, Reports::Use::Later);
}

void Uses::check_operands(std::span<const Operand> operands, size_t since) {
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
      all_.reports.report_use(*found, variable_of(operand.expr), operand.expr->loc,
                              Reports::Use::Operand);
  }
}

void Uses::consume(AliasSet set, const Consumption& how) {
  const Owner* forbidden = nullptr;
  for (AtomId atom : set) {
    const Owner& o = owner_of(atom);
    if (!bound(o) || (o.consumable && o.depth == depth())) continue;
    // The clearest to name: the variable itself, and rather a value than a function that may return
    // it.
    bool clearer = forbidden == nullptr || o.symbol == how.through ||
                   (all_.names.is_function(forbidden->symbol) && forbidden->symbol != how.through);
    if (clearer) forbidden = &o;
  }
  if (forbidden != nullptr) return all_.reports.report_not_consumable(*forbidden, how);
  if (set.empty()) return;
  consumptions_.push_back(how);
  for (AtomId atom : set) {
    Owner& o = owner_of(atom);
    if (o.consumption != 0) continue;
    o.consumption = static_cast<uint32_t>(consumptions_.size());
    trail_.push_back({store_.owner(atom), o.consumption});
  }
}

const ValueSymbol* Uses::variable_of(const ast::Expr* expr) {
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

Consumption Uses::consumption_of(Cause cause, const ast::Expr* expr, Name name) {
  return {
      .cause = cause, .loc = expr->loc, .through = variable_of(expr), .expr = expr, .name = name};
}

// An in-place update reads the new elements while it overwrites the old ones, so they must be
// apart.
void Uses::update_in_place(const Aliases* source, const Aliases* value, const ast::Expr* value_expr,
                           const Consumption& how) {
  AliasSet aliases = store_.all(source);
  if (AliasSet written = store_.all(value); intersects(aliases, written)) {
    all_.reports.report_overlap(aliases, written, value_expr, how);
  }
  consume(aliases, how);
}

// What is passed for a consumed parameter is taken apart by the callee, who relies on the parts
// being apart.
void Uses::check_self_alias(const Type* type, const Aliases* value, const Consumption& how) {
  AliasSet seen;
  bool found = false;
  for_each_component(store_, type, value, [&](const Type*, AliasSet set) {
    if (!found && intersects(seen, set)) {
      found = true;
      all_.reports.report_self_alias(seen, set, how);
    }
    seen = store_.unite(seen, set);
  });
}

void Uses::check_fits(const Type* expected, const Type* type, const Aliases* value, Loc loc) {
  if (!holds_function(expected)) return;
  const Type* actual = value != nullptr && value->fn != nullptr ? value->fn : type;
  Misfit m = Uniqueness::misfit(expected, actual);
  if (m != Misfit::None) all_.reports.report_misfit(m, expected, actual, loc);
}

}  // namespace planish::consumption
