#include "sema/consumption/functions.h"

#include "sema/consumption/analysis.h"

namespace planish::consumption {

void Functions::check_definition(ast::ValDecl& decl) {
  if (decl.symbol == nullptr || decl.symbol->type == nullptr || decl.body == nullptr) return;
  const Type* result = Uniqueness::result_after(decl.symbol->type, decl.params.size());
  if (decl.params.empty() && decl.result != nullptr && any_unique(result)) {
    all_.reports.report_unique_constant(decl);
    result = cx_.types.with_unique(result, false);
  }
  const Type* found = check_function({decl.params, decl.result, result, decl.body, decl.name.loc});
  if (found != result)
    decl.symbol->type = all_.uniqueness.with_result(decl.symbol->type, decl.params.size(), found);
}

const Aliases* Functions::check(ast::Lambda& e) {
  const Type* result = Uniqueness::result_after(e.type, e.params.size());
  push_frame(FrameKind::Lambda, e.loc);
  const Type* found = check_function({e.params, e.result, result, e.body, e.body->loc});
  AliasSet captured = pop_frame();
  if (found != result) e.type = all_.uniqueness.with_result(e.type, e.params.size(), found);
  return store_.leaf(captured, e.type);
}

const Aliases* Functions::check(ast::LetFun& e) {
  const Type* type = e.symbol != nullptr ? e.symbol->type : nullptr;
  const Type* result = Uniqueness::result_after(type, e.params.size());
  push_frame(FrameKind::LocalFunction, e.name.loc, e.name.name);
  const Type* found = check_function({e.params, e.result, result, e.value, e.name.loc});
  AliasSet captured = pop_frame();
  if (found != result) {
    type = all_.uniqueness.with_result(type, e.params.size(), found);
    e.symbol->type = type;
  }
  if (e.symbol != nullptr && can_alias(type))
    all_.names.bind(e.symbol, type, store_.leaf(captured, type));
  return all_.expressions.check(e.body);
}

const Type* Functions::check_function(const FunctionParts& fn) {
  Mark before = mark();
  size_t first = owners_.size();
  for (const ast::Pattern* param : fn.params) {
    all_.names.check_pattern_types(param);
    all_.names.bind_pattern(param, nullptr, Role::Param);
  }
  size_t last = owners_.size();
  all_.names.check_type_sizes(fn.declared_result);
  const Aliases* value = all_.expressions.check(fn.body);
  take_back(before);
  check_result(fn, value);
  const Type* result = fn.result;
  if (fn.declared_result != nullptr) {
    all_.uses.check_fits(result, fn.body->type, value, fn.body->loc);
  } else if (!fn.params.empty()) {
    result = all_.uniqueness.infer_unique(result, value);
  }
  leave_scope(first, last);
  return result;
}

// Parts of the result that are declared unique must be apart from each other and from what the
// caller keeps. No part may be memory of a top-level definition.
void Functions::check_result(const FunctionParts& fn, const Aliases* value) {
  if (fn.result == nullptr || value == nullptr) return;
  AliasSet unique_parts, other_parts;
  bool reported = false;
  for_each_component(store_, fn.result, value, [&](const Type* type, AliasSet set) {
    if (reported) return;
    bool unique = any_unique(type);
    if (intersects(set, unique_parts) || (unique && intersects(set, other_parts))) {
      AliasSet shared = intersects(set, unique_parts) ? unique_parts : other_parts;
      all_.reports.report_parts_alias(fn, set, shared);
      reported = true;
      return;
    }
    for (AtomId atom : set) {
      const Owner& o = owner_of(atom);
      if (o.kind == OwnerKind::Global && !fn.params.empty() && type->kind != TypeKind::Arrow) {
        all_.reports.report_returns_global(fn, o);
        reported = true;
        return;
      }
      bool kept_by_caller = o.depth < depth() || (o.role == Role::Param && !o.owned);
      if (unique && o.kind == OwnerKind::Variable && o.in_scope && kept_by_caller) {
        all_.reports.report_returns_alias(fn, o);
        reported = true;
        return;
      }
    }
    (unique ? unique_parts : other_parts) = store_.unite(unique ? unique_parts : other_parts, set);
  });
}

}  // namespace planish::consumption
