#include "sema/sizes/size_unifier.h"

#include <algorithm>

#include "sema/sizes/sizes.h"
#include "sema/types/type_walk.h"

namespace planish {

namespace {

// The variable that is bound deeper than `level`, if any; lowers the levels of metavariables.
ValueSymbol* escaping(const Size* size, int level) {
  ValueSymbol* found = nullptr;
  any_part(size, [&](const Size* part) {
    if (part->kind == SizeKind::Meta) part->meta->level = std::min(part->meta->level, level);
    if (part->kind == SizeKind::Var && part->var->level > level) found = part->var;
    return found != nullptr;
  });
  return found;
}

}  // namespace

bool SizeUnifier::fail(const Size* expected, const Size* actual) {
  if (failure_.expected == nullptr) {
    failure_.expected = expected;
    failure_.actual = actual;
  }
  return false;
}

bool SizeUnifier::is_bound(const ValueSymbol* symbol) const {
  return std::ranges::any_of(
             bound_,
             [&](const BoundPair& b) { return b.expected == symbol || b.actual == symbol; }) ||
         std::ranges::any_of(bound_exists_,
                             [&](const BoundExists& b) { return b.symbol == symbol; });
}

bool SizeUnifier::mentions_bound(const Size* size) const {
  if (bound_.empty() && bound_exists_.empty()) return false;
  return any_part(
      size, [&](const Size* part) { return part->kind == SizeKind::Var && is_bound(part->var); });
}

// Makes an instance of a lifted type parameter existential, if it is one.
bool SizeUnifier::absorb(SizeMeta* meta, ValueSymbol* bound) {
  SizeMeta* root = meta->canonical != nullptr ? meta->canonical : meta;
  if (!root->absorbable) return false;
  if (!root->existential) state_.existential_count++;
  root->existential = true;
  root->absorbed = bound;
  return true;
}

bool SizeUnifier::solve(SizeMeta* meta, const Size* size) {
  if (mentions_bound(size)) {
    // The metavariable may stand for the parameter of a function type that it is part of.
    if (size->kind == SizeKind::Var) {
      for (const BoundPair& b : bound_) {
        ValueSymbol* partner = b.actual == size->var     ? b.expected
                               : b.expected == size->var ? b.actual
                                                         : nullptr;
        if (partner != nullptr &&
            std::ranges::find(meta->binders, partner) != meta->binders.end()) {
          meta->solution = types_.var(partner);
          return true;
        }
        if (std::ranges::find(meta->binders, size->var) != meta->binders.end()) {
          meta->solution = size;
          return true;
        }
      }
    }
    if (absorb(meta, size->kind == SizeKind::Var ? size->var : nullptr)) return true;
    if (state_.allow_varying) {
      meta->solution = types_.varying(types_.next_varying());
      return true;
    }
    return false;
  }
  if (occurs(meta, size)) return false;
  if (ValueSymbol* v = escaping(size, meta->level)) {
    failure_.escaping = v;
    failure_.escaping_into = meta;
    return false;
  }
  if (size->kind == SizeKind::Meta) {
    SizeMeta* other = size->meta;
    // The size parameter of a function may be one for each row, when the function is mapped over
    // rows.
    if (other->size_param && !meta->size_param && !meta->absorbable && !other->absorbable) {
      meta->level = std::min(meta->level, other->level);
      std::swap(meta, other);
    }
    // Keep what is known of either: a name, and whether it may become existential.
    if (!other->name) other->name = meta->name;
    if (!meta->absorbable) other->absorbable = false;
    // That an argument has an open size of its own says nothing about the other arguments.
    meta->shared = !meta->type_param || other->type_param || other->size_param;
    other->shared = true;
    if (meta->any_length) other->any_length = true;
    meta->solution = other->self;
    return true;
  }
  meta->solution = size;
  return true;
}

// See Note [Varying dimensions]: what a function knows only as a type `a` may be irregular as soon
// as one of its arguments is.
bool SizeUnifier::becomes_varying(const Size* expected) const {
  if (expected->kind != SizeKind::Meta) return false;
  const SizeMeta* meta = expected->meta;
  return meta->type_param && !meta->shared && meta->solution != nullptr &&
         (array_depth_ > 0 || meta->solution->kind == SizeKind::Varying);
}

// One of the sizes differs from row to row. `expected` is what `a` was before its solution.
bool SizeUnifier::unify_varying(const Size* expected, const Size* a, const Size* b) {
  const bool accepted = a->kind == SizeKind::Varying && (a->value == 0 || coerce_varying_);
  if (accepted || becomes_varying(expected)) {
    if (a->kind != SizeKind::Varying)
      expected->meta->solution = types_.varying(types_.next_varying());
    if (b->kind == SizeKind::Meta) b->meta->any_length = true;
    return true;
  }
  if (b->kind == SizeKind::Varying && b->value == 0) {
    if (a->kind == SizeKind::Varying) return true;
    b = types_.varying(types_.next_varying());
  }
  // An array of `[n][m]` is regular: its inner size cannot be one that differs from row to row.
  // Neither can a parameter that is not declared to be irregular.
  auto regular = [&](const Size* s) {
    return s->kind != SizeKind::Meta ||
           (array_depth_ > 0 && (s->meta->size_param || s->meta->what == kOfParameter));
  };
  if (!regular(a)) return solve(a->meta, b) || fail(a, b);
  if (!regular(b)) return solve(b->meta, a) || fail(a, b);
  return fail(a, b);
}

bool SizeUnifier::unify_size(const Size* expected, const Size* actual) {
  const Size* a = norm(expected);
  const Size* b = norm(actual);
  if (a == b) return true;
  // An existential size of the expected function type accepts any size, but always the same.
  if (a->kind == SizeKind::Var) {
    for (BoundExists& e : bound_exists_) {
      if (e.symbol != a->var || !e.expected) continue;
      if (e.equals == nullptr) {
        e.equals = b;
        return true;
      }
      return e.equals == b || unify_size(e.equals, b) || fail(a, b);
    }
  }
  if (a->kind == SizeKind::Varying || b->kind == SizeKind::Varying)
    return unify_varying(expected, a, b);
  // A pending existential size of the expected type accepts any size. One of the actual type is
  // like a bound size.
  if (is_pending(a)) return true;
  if (is_pending(b)) {
    if (a->kind != SizeKind::Meta || !absorb(a->meta, nullptr)) return fail(a, b);
    return true;
  }
  if (a->kind == SizeKind::Meta) return solve(a->meta, b) || fail(a, b);
  if (b->kind == SizeKind::Meta) return solve(b->meta, a) || fail(a, b);
  if (a->kind == SizeKind::Var && b->kind == SizeKind::Var) {
    for (const BoundPair& p : bound_) {
      if (p.expected != nullptr && p.actual != nullptr &&
          ((p.expected == a->var && p.actual == b->var) ||
           (p.expected == b->var && p.actual == a->var))) {
        return true;
      }
    }
  }
  if (a->kind == SizeKind::Term && b->kind == SizeKind::Term && a->op == b->op &&
      a->label == b->label && a->value == b->value && a->args.size() == b->args.size()) {
    // What has been found to be equal once is not compared again.
    const bool is_large = a->weight > kSmallSize;
    if (is_large && equal_.contains({a, b})) return true;
    for (size_t i = 0; i < a->args.size(); i++) {
      if (!unify_size(a->args[i], b->args[i])) {
        failure_.expected = a;
        failure_.actual = b;
        return false;
      }
    }
    if (is_large) equal_.emplace(a, b);
    return true;
  }
  return fail(a, b);
}

bool SizeUnifier::unify(const Type* expected, const Type* actual) {
  if (expected == actual) return true;
  if (((expected->flags | actual->flags) & (kHasDim | kHasMeta)) == 0) return true;
  if (auto* m = as<MetaType>(expected)) return m->link == nullptr || unify(m->link, actual);
  if (auto* m = as<MetaType>(actual)) return m->link == nullptr || unify(expected, m->link);
  if (expected->kind != actual->kind) return true;  // one of them is an error
  switch (expected->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return true;
    case TypeKind::Array: {
      auto *a = as<ArrayType>(expected), *b = as<ArrayType>(actual);
      if (a->dim != nullptr && b->dim != nullptr && !unify_size(a->dim, b->dim)) return false;
      array_depth_++;
      bool ok = unify(a->elem, b->elem);
      array_depth_--;
      return ok;
    }
    case TypeKind::Record: {
      auto a = as<RecordType>(expected)->fields, b = as<RecordType>(actual)->fields;
      for (size_t i = 0; i < a.size() && i < b.size(); i++) {
        if (!unify(a[i].type, b[i].type)) return false;
      }
      return true;
    }
    case TypeKind::Sum: {
      auto a = as<SumType>(expected)->constructors, b = as<SumType>(actual)->constructors;
      for (size_t i = 0; i < a.size() && i < b.size(); i++) {
        for (size_t j = 0; j < a[i].args.size() && j < b[i].args.size(); j++) {
          if (!unify(a[i].args[j], b[i].args[j])) return false;
        }
      }
      return true;
    }
    case TypeKind::Named: {
      auto a = as<NamedType>(expected)->args, b = as<NamedType>(actual)->args;
      for (size_t i = 0; i < a.size() && i < b.size(); i++) {
        if (a[i].type != nullptr && b[i].type != nullptr && !unify(a[i].type, b[i].type))
          return false;
        if (a[i].size != nullptr && b[i].size != nullptr && !unify_size(a[i].size, b[i].size))
          return false;
      }
      return true;
    }
    case TypeKind::Arrow: return unify_arrows(as<ArrowType>(expected), as<ArrowType>(actual));
  }
  return true;
}

bool SizeUnifier::unify_arrows(const ArrowType* expected, const ArrowType* actual) {
  bool coerce = coerce_varying_;
  int depth = array_depth_;
  coerce_varying_ = false;
  array_depth_ = 0;
  // Parameters the other way round: what the expected function is given, the actual one must
  // accept.
  bool ok = unify(actual->param, expected->param);
  size_t pairs = bound_.size(), existing = bound_exists_.size();
  equal_.clear();
  bound_.push_back({expected->binder, actual->binder});
  for (ValueSymbol* s : expected->exists) bound_exists_.push_back({s, true});
  for (ValueSymbol* s : actual->exists) bound_exists_.push_back({s, false});
  ok = ok && unify(expected->result, actual->result);
  equal_.clear();
  bound_.resize(pairs, {nullptr, nullptr});
  bound_exists_.resize(existing, {nullptr, false});
  coerce_varying_ = coerce;
  array_depth_ = depth;
  return ok;
}

bool SizeUnifier::unify_or_report(const Type* expected, const Type* actual, const Reason& reason) {
  failure_ = {};
  // A row may be replaced by a row of any length.
  const Type* asked = reason.kind == Reason::UpdateValue ? norm(expected) : expected;
  coerce_varying_ = (asked->flags & kHasVarying) != 0;
  bool ok = unify(expected, actual);
  coerce_varying_ = false;
  if (ok) return true;
  state_.failed = true;
  if (!state_.reported) all_.reports.report_mismatch(expected, actual, reason);
  state_.reported = true;
  return false;
}

}  // namespace planish
