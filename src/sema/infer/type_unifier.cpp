#include "sema/infer/type_unifier.h"

#include <algorithm>

#include "sema/infer/infer.h"

namespace planish {

namespace {

const Field* find_field(std::span<const Field> fields, Name name) {
  auto it = std::ranges::find(fields, name, &Field::name);
  return it == fields.end() ? nullptr : &*it;
}

const Constructor* find_constructor(std::span<const Constructor> constructors, Name name) {
  auto it = std::ranges::find(constructors, name, &Constructor::name);
  return it == constructors.end() ? nullptr : &*it;
}

}  // namespace

bool TypeUnifier::fail(const Type* a, const Type* b) {
  if (failure_.cause == Cause::None) failure_.cause = Cause::Mismatch;
  if (failure_.a == nullptr) {
    failure_.a = a;
    failure_.b = b;
  }
  return false;
}

bool TypeUnifier::unify(const Type* a, const Type* b) {
  a = resolve_meta(a);
  b = resolve_meta(b);
  if (a == b) return true;
  if (a->kind == TypeKind::Error || b->kind == TypeKind::Error) {
    for (const Type* type : {a, b}) {
      if (auto* meta = as<MetaType>(type)) meta->wrong = true;
    }
    return true;
  }
  if (a->kind == TypeKind::Meta && b->kind == TypeKind::Meta) {
    return merge_metas(static_cast<const MetaType*>(a), static_cast<const MetaType*>(b)) ||
           fail(a, b);
  }
  if (a->kind == TypeKind::Meta)
    return unify_meta(static_cast<const MetaType*>(a), b) || fail(a, b);
  if (b->kind == TypeKind::Meta)
    return unify_meta(static_cast<const MetaType*>(b), a) || fail(a, b);
  if (a->kind != b->kind) return fail(a, b);
  switch (a->kind) {
    case TypeKind::Error:
    case TypeKind::Meta: return true;
    case TypeKind::Prim:
      return static_cast<const PrimType*>(a)->prim == static_cast<const PrimType*>(b)->prim ||
             fail(a, b);
    case TypeKind::Array:
      return unify(static_cast<const ArrayType*>(a)->elem, static_cast<const ArrayType*>(b)->elem);
    case TypeKind::Record: {
      auto x = static_cast<const RecordType*>(a)->fields,
           y = static_cast<const RecordType*>(b)->fields;
      if (x.size() != y.size()) return fail(a, b);
      for (size_t i = 0; i < x.size(); i++) {
        if (x[i].name != y[i].name) return fail(a, b);
      }
      for (size_t i = 0; i < x.size(); i++) {
        if (!unify(x[i].type, y[i].type)) return false;
      }
      return true;
    }
    case TypeKind::Sum: {
      auto x = static_cast<const SumType*>(a)->constructors,
           y = static_cast<const SumType*>(b)->constructors;
      if (x.size() != y.size()) return fail(a, b);
      for (size_t i = 0; i < x.size(); i++) {
        if (x[i].name != y[i].name || x[i].args.size() != y[i].args.size()) return fail(a, b);
        for (size_t j = 0; j < x[i].args.size(); j++) {
          if (!unify(x[i].args[j], y[i].args[j])) return false;
        }
      }
      return true;
    }
    case TypeKind::Arrow: {
      auto *x = static_cast<const ArrowType*>(a), *y = static_cast<const ArrowType*>(b);
      return unify(x->param, y->param) && unify(x->result, y->result);
    }
    case TypeKind::Named: {
      auto *x = static_cast<const NamedType*>(a), *y = static_cast<const NamedType*>(b);
      if (x->symbol != y->symbol || x->args.size() != y->args.size()) return fail(a, b);
      for (size_t i = 0; i < x->args.size(); i++) {
        if (x->args[i].type != nullptr && y->args[i].type != nullptr &&
            !unify(x->args[i].type, y->args[i].type))
          return false;
      }
      return true;
    }
  }
  return true;
}

bool TypeUnifier::merge_metas(const MetaType* a, const MetaType* b) {
  bool a_other = !a->fields.empty() || !a->constructors.empty();
  bool b_other = !b->fields.empty() || !b->constructors.empty();
  if ((a->prims != 0 && b_other) || (b->prims != 0 && a_other)) return false;
  if ((!a->fields.empty() && !b->constructors.empty()) ||
      (!b->fields.empty() && !a->constructors.empty()))
    return false;
  if (a->prims != 0 && b->prims != 0) {
    PrimSet both = a->prims & b->prims;
    if (both == 0) return false;
    b->prims = both;
  } else if (a->prims != 0) {
    b->prims = a->prims;
  }
  b->unlifted = a->unlifted || b->unlifted;
  b->wrong = a->wrong || b->wrong;
  b->level = std::min(a->level, b->level);
  a->link = b;
  if (!a->fields.empty()) {
    std::vector<Field> fields(b->fields.begin(), b->fields.end());
    for (const Field& f : a->fields) {
      const Field* same = find_field(b->fields, f.name);
      if (same == nullptr)
        fields.push_back(f);
      else if (!unify(f.type, same->type))
        return false;
    }
    b->fields = cx_.arena.copy(fields);
  }
  if (!a->constructors.empty()) {
    std::vector<Constructor> all(b->constructors.begin(), b->constructors.end());
    for (const Constructor& c : a->constructors) {
      const Constructor* same = find_constructor(b->constructors, c.name);
      if (same == nullptr) {
        all.push_back(c);
        continue;
      }
      if (same->args.size() != c.args.size()) return false;
      for (size_t i = 0; i < c.args.size(); i++) {
        if (!unify(c.args[i], same->args[i])) return false;
      }
    }
    b->constructors = cx_.arena.copy(all);
  }
  return true;
}

// Does the metavariable occur in the type? Also lowers the levels of metavariables inside, and
// notes a type parameter that would leave its scope.
bool TypeUnifier::occurs(const MetaType* meta, const Type* type) {
  if ((type->flags & (kHasMeta | kHasNamed)) == 0) return false;
  if (parts_++ > kLargestType) {
    failure_.cause = Cause::TooLarge;
    return true;
  }
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim: return false;
    case TypeKind::Meta: {
      const Type* root = resolve_meta(type);
      if (root == meta) {
        failure_.cause = Cause::Infinite;
        return true;
      }
      if (root->kind != TypeKind::Meta) return occurs(meta, root);
      auto* other = static_cast<const MetaType*>(root);
      other->level = std::min(other->level, meta->level);
      for (const Field& f : other->fields) {
        if (occurs(meta, f.type)) return true;
      }
      for (const Constructor& c : other->constructors) {
        if (std::ranges::any_of(c.args, [&](const Type* t) { return occurs(meta, t); }))
          return true;
      }
      return false;
    }
    case TypeKind::Array: return occurs(meta, static_cast<const ArrayType*>(type)->elem);
    case TypeKind::Record:
      return std::ranges::any_of(static_cast<const RecordType*>(type)->fields,
                                 [&](const Field& f) { return occurs(meta, f.type); });
    case TypeKind::Sum:
      return std::ranges::any_of(
          static_cast<const SumType*>(type)->constructors, [&](const Constructor& c) {
            return std::ranges::any_of(c.args, [&](const Type* t) { return occurs(meta, t); });
          });
    case TypeKind::Arrow: {
      auto* t = static_cast<const ArrowType*>(type);
      return occurs(meta, t->param) || occurs(meta, t->result);
    }
    case TypeKind::Named: {
      auto* t = static_cast<const NamedType*>(type);
      if (t->symbol->kind == TypeSymbolKind::Param && t->symbol->level > meta->level) {
        failure_.cause = Cause::Escape;
        failure_.name = t->symbol->name;
        return true;
      }
      return std::ranges::any_of(
          t->args, [&](const TypeArg& a) { return a.type != nullptr && occurs(meta, a.type); });
    }
  }
  return false;
}

// What is part of an array element or the like holds no functions either.
void TypeUnifier::make_unlifted(const Type* type) {
  if ((type->flags & kHasMeta) == 0) return;
  type = resolve_meta(type);
  if (auto* meta = as<MetaType>(type)) {
    meta->unlifted = true;
    for (const Field& f : meta->fields) make_unlifted(f.type);
    for (const Constructor& c : meta->constructors) {
      for (const Type* arg : c.args) make_unlifted(arg);
    }
    return;
  }
  if (type->kind == TypeKind::Arrow) return;
  types_.map_children(
      type,
      [&](const Type* t) {
        make_unlifted(t);
        return t;
      },
      [](const Size* s) { return s; });
}

bool TypeUnifier::unify_meta(const MetaType* meta, const Type* type) {
  if (meta->prims != 0) {
    auto* prim = as<PrimType>(type);
    if (prim == nullptr || (meta->prims & prim_set(prim->prim)) == 0) return false;
    meta->link = type;
    return true;
  }
  parts_ = 0;
  if (occurs(meta, type)) return false;
  if (!meta->fields.empty()) {
    auto* record = as<RecordType>(type);
    if (record == nullptr || !unify_fields(meta, record)) return false;
  }
  if (!meta->constructors.empty()) {
    auto* sum = as<SumType>(type);
    if (sum == nullptr || !unify_constructors(meta, sum)) return false;
  }
  if (meta->unlifted) make_unlifted(type);
  // The solution stands for a value's type: uniqueness is not part of it.
  meta->link = types_.with_unique(type, false);
  return true;
}

bool TypeUnifier::unify_fields(const MetaType* meta, const RecordType* record) {
  for (const Field& f : meta->fields) {
    const Field* same = find_field(record->fields, f.name);
    if (same == nullptr) {
      failure_.cause = Cause::Field;
      failure_.name = f.name;
      return false;
    }
    if (!unify(f.type, same->type)) return false;
  }
  return true;
}

bool TypeUnifier::unify_constructors(const MetaType* meta, const SumType* sum) {
  for (const Constructor& c : meta->constructors) {
    const Constructor* same = find_constructor(sum->constructors, c.name);
    if (same == nullptr || same->args.size() != c.args.size()) {
      failure_.cause = Cause::Constructor;
      failure_.name = c.name;
      return false;
    }
    for (size_t i = 0; i < c.args.size(); i++) {
      if (!unify(c.args[i], same->args[i])) return false;
    }
  }
  return true;
}

bool TypeUnifier::unify_or_report(const Type* expected, const Type* found, const Reason& reason) {
  failure_ = {};
  if (unify(expected, found)) return true;
  state_.failed = true;
  // One mismatch for each definition: what follows from it would only repeat it.
  if (!state_.mismatch_reported) all_.reports.report_mismatch(expected, found, reason);
  state_.mismatch_reported = true;
  return false;
}

}  // namespace planish
