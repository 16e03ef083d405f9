#include "sema/consumption/loops.h"

#include <algorithm>

#include "sema/consumption/analysis.h"

namespace planish::consumption {

namespace {

// The part of the initial value's expression that becomes this name, or null.
const ast::Expr* initial_expr(const ast::Pattern* pattern, const ast::Expr* expr,
                              const ast::NamePat* name) {
  if (pattern == name) return expr;
  while (auto* parens = ast::as<ast::Parens>(expr)) expr = parens->inner;
  switch (pattern->kind) {
    case ast::PatternKind::ParensPat:
      return initial_expr(static_cast<const ast::ParensPat*>(pattern)->inner, expr, name);
    case ast::PatternKind::AscribePat:
      return initial_expr(static_cast<const ast::AscribePat*>(pattern)->inner, expr, name);
    case ast::PatternKind::AttrPat:
      return initial_expr(static_cast<const ast::AttrPat*>(pattern)->inner, expr, name);
    case ast::PatternKind::TuplePat: {
      auto& elems = static_cast<const ast::TuplePat*>(pattern)->elems;
      auto* tuple = ast::as<ast::Tuple>(expr);
      for (size_t i = 0; i < elems.size(); i++) {
        bool paired = tuple != nullptr && i < tuple->elems.size();
        const ast::Expr* found = initial_expr(elems[i], paired ? tuple->elems[i] : expr, name);
        if (found != nullptr) return found;
      }
      return nullptr;
    }
    case ast::PatternKind::RecordPat: {
      for (const ast::FieldPat& field : static_cast<const ast::RecordPat*>(pattern)->fields) {
        if (const ast::Expr* found = initial_expr(field.pattern, expr, name)) return found;
      }
      return nullptr;
    }
    case ast::PatternKind::NamePat:
    case ast::PatternKind::WildcardPat:
    case ast::PatternKind::LiteralPat:
    case ast::PatternKind::ConstrPat: return nullptr;
  }
  return nullptr;
}

}  // namespace

const Aliases* Loops::check(ast::Loop& e) {
  const Aliases* elements =
      e.form == ast::LoopForm::While ? nullptr : all_.expressions.check(e.bound);

  push_frame(FrameKind::Loop, e.loc);
  Mark before = mark();
  size_t first = owners_.size();
  std::vector<LoopParam> params;
  auto bind_param = [&](const ast::NamePat& p, const Aliases*, bool ascribed) {
    if (p.symbol == nullptr || !can_alias(p.type)) return;
    OwnerId owner = all_.names.bind_variable(p.symbol, p.type, nullptr, Role::LoopParam);
    if (!ascribed) owners_[owner].consumable = true;
    params.push_back({&p, owner, ascribed, false, all_.names.find(p.symbol)->value});
  };
  all_.names.check_pattern_types(e.pattern);
  all_.names.walk_pattern(e.pattern, nullptr, false, bind_param);
  if (e.form == ast::LoopForm::ForIn) {
    all_.names.check_pattern_types(e.element);
    all_.names.bind_pattern(e.element, nullptr, Role::LoopElement);
  }
  size_t last = owners_.size();
  if (e.form == ast::LoopForm::While) {
    push_frame(FrameKind::LoopCondition, e.bound->loc);
    all_.expressions.check(e.bound);
    pop_frame();
  }
  const Aliases* body = all_.expressions.check(e.body);

  for (LoopParam& p : params) {
    p.consumed = p.ascribed ? any_unique(p.pattern->type) : owners_[p.owner].consumption != 0;
  }
  take_back(before);
  for (const LoopParam& p : params) owners_[p.owner].consumption = 0;
  pair_with(e.pattern, body, params, &LoopParam::returned);
  converge(params);
  for (const LoopParam& p : params) p.pattern->symbol->consumable = p.consumed;
  check_loop_results(params, e);
  auto first_capture = captures_.begin() + static_cast<ptrdiff_t>(frames_.back().first_capture);
  std::vector<Capture> captures(first_capture, captures_.end());
  pop_frame();
  leave_scope(first, last);

  Mark start = mark();
  const Aliases* initial = start_loop(params, e);
  if (consumed_since(start)) check_loop_captures(captures, elements, e);
  AliasSet fresh;
  bool observed = std::ranges::any_of(params, [](const LoopParam& p) { return !p.consumed; });
  if (can_alias(e.type) && (observed || params.empty())) {
    OwnerId owner = new_owner({.kind = OwnerKind::LoopResult, .depth = depth(), .loc = e.loc});
    fresh = store_.single(store_.new_atom(owner));
  }
  const Aliases* result = loop_result(e.pattern, params, initial, body, fresh);
  return close_over_params(params, result, e);
}

// Gives every parameter its part of a value that the whole pattern is matched with.
void Loops::pair_with(const ast::Pattern* pattern, const Aliases* value,
                      std::span<LoopParam> params, const Aliases* LoopParam::* slot) {
  size_t next = 0;
  auto set = [&](const ast::NamePat& p, const Aliases* v, bool) {
    if (next < params.size() && params[next].pattern == &p) params[next++].*slot = v;
  };
  all_.names.walk_pattern(pattern, value, false, set);
}

void Loops::converge(std::span<LoopParam> params) {
  if (params.empty()) return;
  OwnerId first = params[0].owner;  // the parameters' owners are consecutive
  std::vector<size_t> work;
  for (size_t i = 0; i < params.size(); i++) {
    if (params[i].consumed) work.push_back(i);
  }
  while (!work.empty()) {
    const LoopParam& p = params[work.back()];
    work.pop_back();
    for_each_set(p.returned, [&](AliasSet set) {
      for (AtomId atom : set) {
        size_t index = store_.owner(atom) - size_t{first};
        if (store_.owner(atom) < first || index >= params.size()) continue;
        LoopParam& q = params[index];
        if (q.consumed || q.ascribed) continue;
        q.consumed = true;
        work.push_back(index);
      }
    });
  }
}

void Loops::check_loop_results(std::span<LoopParam> params, const ast::Loop& e) {
  AliasSet consumed, observed;
  for (const LoopParam& p : params) {
    AliasSet set = store_.all(p.returned);
    if (p.consumed) {
      for (AtomId atom : set) {
        const Owner& o = owner_of(atom);
        bool own = o.kind == OwnerKind::Variable && o.role == Role::LoopParam && o.depth == depth();
        if (!bound(o) || own) continue;
        return all_.reports.report_loop_returns_outer(*p.pattern, o, e);
      }
    }
    if (intersects(set, consumed) || (p.consumed && intersects(set, observed))) {
      return all_.reports.report_loop_returns_shared(*p.pattern, set, e);
    }
    (p.consumed ? consumed : observed) = store_.unite(p.consumed ? consumed : observed, set);
  }
}

// Checks the initial values, and consumes those of consumed parameters.
const Aliases* Loops::start_loop(std::span<LoopParam> params, ast::Loop& e) {
  ast::Expr* init = e.init != nullptr ? e.init : e.implicit_init;
  if (init == nullptr) return nullptr;
  const Aliases* initial = all_.expressions.check(init);
  pair_with(e.pattern, initial, params, &LoopParam::initial);
  AliasSet consumed, observed;
  for (const LoopParam& p : params) {
    AliasSet set = store_.all(p.initial);
    const ast::Expr* expr = initial_expr(e.pattern, init, p.pattern);
    Consumption how =
        Uses::consumption_of(Cause::LoopStart, expr != nullptr ? expr : init, p.pattern->name);
    AliasSet& seen = intersects(set, consumed) ? consumed : observed;
    if (intersects(set, consumed) || (p.consumed && intersects(set, observed))) {
      all_.reports.report_self_alias(seen, set, how);
      break;
    }
    if (p.consumed) all_.uses.check_self_alias(p.pattern->type, p.initial, how);
    (p.consumed ? consumed : observed) = store_.unite(p.consumed ? consumed : observed, set);
  }
  for (const LoopParam& p : params) {
    if (!p.consumed) continue;
    const ast::Expr* expr = initial_expr(e.pattern, init, p.pattern);
    Consumption how =
        Uses::consumption_of(Cause::LoopStart, expr != nullptr ? expr : init, p.pattern->name);
    all_.uses.consume(p.ascribed ? unique_parts(p.pattern->type, p.initial) : store_.all(p.initial),
                      how);
  }
  return initial;
}

// The aliases of the parts that the type marks with `*`.
AliasSet Loops::unique_parts(const Type* type, const Aliases* value) {
  AliasSet set;
  for_each_component(store_, type, value, [&](const Type* t, AliasSet s) {
    if (any_unique(t)) set = store_.unite(set, s);
  });
  return set;
}

// The body and the array that the loop goes over are still needed when the initial values are
// consumed.
void Loops::check_loop_captures(std::span<const Capture> captures, const Aliases* elements,
                                const ast::Loop& e) {
  auto consumed = [&](const Aliases* value) -> Owner* {
    Owner* found = nullptr;
    for_each_set(value, [&](AliasSet set) {
      for (AtomId atom : set) {
        Owner& o = owner_of(atom);
        if (o.consumption != 0 && bound(o) && !o.reported) found = &o;
      }
    });
    return found;
  };
  if (Owner* o = consumed(elements))
    all_.reports.report_loop_needs(*o, Uses::variable_of(e.bound), e.bound->loc, e);
  for (const Capture& capture : captures) {
    if (Owner* o = consumed(capture.binding->value))
      all_.reports.report_loop_needs(*o, capture.binding->symbol, capture.loc, e);
  }
}

const Aliases* Loops::loop_result(const ast::Pattern* pattern, std::span<const LoopParam> params,
                                  const Aliases* initial, const Aliases* body, AliasSet fresh) {
  auto recurse = [&](const ast::Pattern* p, size_t i) {
    return loop_result(p, params, part(initial, i), part(body, i), fresh);
  };
  auto observed = [&](const Type* type) {
    return can_alias(type) ? store_.join(store_.join(store_.spread(type, fresh), initial), body)
                           : nullptr;
  };
  return ast::match(
      pattern,
      [&](const ast::NamePat& p) {
        for (const LoopParam& param : params) {
          if (param.pattern != &p || !param.consumed) continue;
          if (!param.ascribed || all_unique(p.type)) return body;
          return store_.join(store_.result(p.type, store_.unite(fresh, store_.all(initial))), body);
        }
        return observed(p.type);
      },
      [&](const ast::WildcardPat& p) { return observed(p.type); },
      [&](const ast::TuplePat& p) {
        auto parts = store_.array<const Aliases*>(p.elems.size());
        for (size_t i = 0; i < parts.size(); i++) parts[i] = recurse(p.elems[i], i);
        return store_.compound(parts);
      },
      [&](const ast::RecordPat& p) {
        auto* record = p.type != nullptr ? as<RecordType>(p.type) : nullptr;
        if (record == nullptr) return observed(p.type);
        auto parts = store_.array<const Aliases*>(record->fields.size());
        for (const ast::FieldPat& field : p.fields) {
          size_t index = field_index(*record, field.name.name);
          if (index < parts.size()) parts[index] = recurse(field.pattern, index);
        }
        return store_.compound(parts);
      },
      [&](const ast::ParensPat& p) { return loop_result(p.inner, params, initial, body, fresh); },
      [&](const ast::AscribePat& p) { return loop_result(p.inner, params, initial, body, fresh); },
      [&](const ast::AttrPat& p) { return loop_result(p.inner, params, initial, body, fresh); },
      [&](const ast::LiteralPat&) -> const Aliases* { return nullptr; },
      [&](const ast::ConstrPat& p) { return observed(p.type); });
}

// A parameter may end up with what another one began with: `loop (a, b) = (x, y) … do (b, a)`. Adds
// to every set the aliases of the parameters in it, until nothing changes.
const Aliases* Loops::close_over_params(std::span<LoopParam> params, const Aliases* result,
                                        const ast::Loop& e) {
  if (params.size() < 2 && (params.empty() || params[0].own->parts.empty())) return result;
  std::vector<std::pair<AtomId, AliasSet>> flows;
  auto pair_leaves = [&](auto& self, const Aliases* own, const Aliases* res) -> void {
    if (own == nullptr) return;
    for (AtomId atom : own->set) flows.emplace_back(atom, store_.all(res));
    for (size_t i = 0; i < own->parts.size(); i++) self(self, own->parts[i], part(res, i));
  };
  pair_with(e.pattern, result, params, &LoopParam::returned);
  for (const LoopParam& p : params) pair_leaves(pair_leaves, p.own, p.returned);
  std::ranges::sort(flows, {}, &std::pair<AtomId, AliasSet>::first);
  auto closed = [&](AliasSet set) {
    AliasSet all = set;
    for (AtomId atom : set) {
      auto it = std::ranges::lower_bound(flows, atom, {}, &std::pair<AtomId, AliasSet>::first);
      if (it != flows.end() && it->first == atom) all = store_.unite(all, it->second);
    }
    return all;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [atom, set] : flows) {
      AliasSet all = closed(set);
      changed = changed || all.size() != set.size();
      set = all;
    }
  }
  return store_.map(result, closed);
}

}  // namespace planish::consumption
