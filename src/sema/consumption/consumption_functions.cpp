// Consumption in functions: captured variables, and what may be returned.
#include <algorithm>

#include "sema/consumption/consumption_checker.h"

namespace planish::consumption {

// ---- Frames

void Checker::push_frame(FrameKind kind, Loc loc, Name name) {
  frames_.push_back({kind, loc, name, next_serial_++, captures_.size()});
}

AliasSet Checker::pop_frame() {
  size_t first = frames_.back().first_capture;
  frames_.pop_back();
  AliasSet set;
  size_t kept = first;
  for (size_t i = first; i < captures_.size(); i++) {
    Capture capture = captures_[i];
    set = store_.unite(set, store_.all(capture.binding->value));
    // What comes from outside of the frame around this one, that frame captures too.
    bool outside =
        capture.binding->depth < depth() && capture.binding->captured_by != frames_.back().serial;
    if (!outside) continue;
    capture.binding->captured_by = frames_.back().serial;
    captures_[kept++] = capture;
  }
  captures_.resize(kept);
  return set;
}

// ---- Functions

const Type* Checker::result_after(const Type* fn, size_t params) {
  for (; params > 0 && fn != nullptr; params--) {
    auto* arrow = as<ArrowType>(fn);
    fn = arrow != nullptr ? arrow->result : nullptr;
  }
  return fn;
}

const Type* Checker::with_result(const Type* fn, size_t params, const Type* result) {
  if (params == 0) return result;
  auto* arrow = as<ArrowType>(fn);
  if (arrow == nullptr) return fn;
  return cx_.types.arrow(arrow->binder, arrow->consumes, arrow->param, arrow->exists,
                         with_result(arrow->result, params - 1, result));
}

const Value* Checker::check(ast::Lambda& e) {
  const Type* result = result_after(e.type, e.params.size());
  push_frame(FrameKind::Lambda, e.loc);
  const Type* found = check_function({e.params, e.result, result, e.body, e.body->loc});
  AliasSet captured = pop_frame();
  if (found != result) e.type = with_result(e.type, e.params.size(), found);
  return store_.leaf(captured, e.type);
}

const Value* Checker::check(ast::LetFun& e) {
  const Type* type = e.symbol != nullptr ? e.symbol->type : nullptr;
  const Type* result = result_after(type, e.params.size());
  push_frame(FrameKind::LocalFunction, e.name.loc, e.name.name);
  const Type* found = check_function({e.params, e.result, result, e.value, e.name.loc});
  AliasSet captured = pop_frame();
  if (found != result) {
    type = with_result(type, e.params.size(), found);
    e.symbol->type = type;
  }
  if (e.symbol != nullptr && can_alias(type)) bind(e.symbol, type, store_.leaf(captured, type));
  return check(e.body);
}

const Type* Checker::check_function(const FunctionParts& fn) {
  Mark before = mark();
  size_t first = owners_.size();
  for (const ast::Pattern* param : fn.params) {
    check_pattern_types(param);
    bind_pattern(param, nullptr, Role::Param);
  }
  size_t last = owners_.size();
  check_type_sizes(fn.declared_result);
  const Value* value = check(fn.body);
  take_back(before);
  check_result(fn, value);
  const Type* result = fn.result;
  if (fn.declared_result != nullptr) {
    check_fits(result, fn.body->type, value, fn.body->loc);
  } else if (!fn.params.empty()) {
    result = infer_unique(result, value);
  }
  leave_scope(first, last);
  return result;
}

// Parts of the result that are declared unique must be apart from each other and from what the
// caller keeps. No part may be memory of a top-level definition.
void Checker::check_result(const FunctionParts& fn, const Value* value) {
  if (fn.result == nullptr || value == nullptr) return;
  AliasSet unique_parts, other_parts;
  bool reported = false;
  for_each_component(store_, fn.result, value, [&](const Type* type, AliasSet set) {
    if (reported) return;
    bool unique = any_unique(type);
    if (intersects(set, unique_parts) || (unique && intersects(set, other_parts))) {
      AliasSet shared = intersects(set, unique_parts) ? unique_parts : other_parts;
      report_parts_alias(fn, set, shared);
      reported = true;
      return;
    }
    for (AtomId atom : set) {
      const Owner& o = owner_of(atom);
      if (o.kind == OwnerKind::Global && !fn.params.empty() && type->kind != TypeKind::Arrow) {
        report_returns_global(fn, o);
        reported = true;
        return;
      }
      bool kept_by_caller = o.depth < depth() || (o.role == Role::Param && !o.owned);
      if (unique && o.kind == OwnerKind::Variable && o.in_scope && kept_by_caller) {
        report_returns_alias(fn, o);
        reported = true;
        return;
      }
    }
    (unique ? unique_parts : other_parts) = store_.unite(unique ? unique_parts : other_parts, set);
  });
}

// ---- Inferred uniqueness

// Puts a `*` on every part of a result that is memory of nobody but the callee.
const Type* Checker::infer_unique(const Type* type, const Value* value) {
  if (!can_alias(type)) return type;
  // Owners of several parts. What an abstract value is made of is not known, so it counts as
  // several.
  std::vector<OwnerId> owners;
  for_each_component(store_, type, value, [&](const Type* part_type, AliasSet set) {
    size_t first = owners.size();
    for (AtomId atom : set) owners.push_back(store_.owner(atom));
    std::sort(owners.begin() + static_cast<ptrdiff_t>(first), owners.end());
    owners.erase(std::unique(owners.begin() + static_cast<ptrdiff_t>(first), owners.end()),
                 owners.end());
    if (part_type->kind == TypeKind::Named) {
      size_t count = owners.size() - first;
      for (size_t i = 0; i < count; i++) owners.push_back(owners[first + i]);
    }
  });
  std::ranges::sort(owners);
  std::vector<OwnerId> shared;
  for (size_t i = 0; i + 1 < owners.size(); i++) {
    if (owners[i] == owners[i + 1]) shared.push_back(owners[i]);
  }
  return infer_unique(type, value, shared);
}

const Type* Checker::infer_unique(const Type* type, const Value* value,
                                  std::span<const OwnerId> shared) {
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta:
    case TypeKind::Arrow: return type;
    case TypeKind::Record:
    case TypeKind::Sum: {
      size_t i = 0;
      return cx_.types.map_children(
          type, [&](const Type* t) { return infer_unique(t, part(value, i++), shared); },
          [](const Size* s) { return s; });
    }
    case TypeKind::Array:
    case TypeKind::Named: {
      bool unique = std::ranges::all_of(store_.all(value), [&](AtomId atom) {
        const Owner& o = owner_of(atom);
        if (bound(o) && !(o.consumable && o.depth == depth())) return false;
        return !std::ranges::binary_search(shared, store_.owner(atom));
      });
      return type->unique == unique ? type : cx_.types.with_unique(type, unique);
    }
  }
  return type;
}

// The type `to`, an instance of a polymorphic function's type, with the `*` of the results of
// `from`.
const Type* Checker::copy_uniqueness(const Type* to, const Type* from) {
  if (to == nullptr || from == nullptr || (from->flags & (kHasUnique | kHasArrow)) == 0) return to;
  if (to->kind == TypeKind::Arrow && from->kind == TypeKind::Arrow) {
    auto& t = *static_cast<const ArrowType*>(to);
    const Type* result = copy_uniqueness(t.result, static_cast<const ArrowType*>(from)->result);
    return cx_.types.arrow(t.binder, t.consumes, t.param, t.exists, result);
  }
  if (to->kind == TypeKind::Record && from->kind == TypeKind::Record) {
    auto& fields = static_cast<const RecordType*>(from)->fields;
    size_t i = 0;
    return cx_.types.map_children(
        to,
        [&](const Type* t) {
          const Type* f = i < fields.size() ? fields[i].type : nullptr;
          i++;
          return copy_uniqueness(t, f);
        },
        [](const Size* s) { return s; });
  }
  return all_unique(from) ? cx_.types.with_unique(to, true) : to;
}

}  // namespace planish::consumption
