// Unification of types without sizes.
#include <algorithm>
#include <unordered_set>

#include "sema/infer/infer.h"
#include "sema/types/type_print.h"

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

const Type* Infer::resolve_meta(const Type* type) const {
  while (type->kind == TypeKind::Meta) {
    auto* meta = static_cast<const MetaType*>(type);
    if (meta->link == nullptr) break;
    // Path compression.
    if (meta->link->kind == TypeKind::Meta) {
      auto* next = static_cast<const MetaType*>(meta->link);
      if (next->link != nullptr) meta->link = next->link;
    }
    type = meta->link;
  }
  return type;
}

bool Infer::fail(const Type* a, const Type* b) {
  if (failure_ == Failure::None) failure_ = Failure::Mismatch;
  if (fail_a_ == nullptr) {
    fail_a_ = a;
    fail_b_ = b;
  }
  return false;
}

bool Infer::unify(const Type* a, const Type* b) {
  a = resolve_meta(a);
  b = resolve_meta(b);
  if (a == b || a->kind == TypeKind::Error || b->kind == TypeKind::Error) return true;
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

bool Infer::merge_metas(const MetaType* a, const MetaType* b) {
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
bool Infer::occurs(const MetaType* meta, const Type* type) {
  if ((type->flags & (kHasMeta | kHasNamed)) == 0) return false;
  if (parts_++ > kLargestType) {
    failure_ = Failure::TooLarge;
    return true;
  }
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim: return false;
    case TypeKind::Meta: {
      const Type* root = resolve_meta(type);
      if (root == meta) {
        failure_ = Failure::Infinite;
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
        failure_ = Failure::Escape;
        fail_name_ = t->symbol->name;
        return true;
      }
      return std::ranges::any_of(
          t->args, [&](const TypeArg& a) { return a.type != nullptr && occurs(meta, a.type); });
    }
  }
  return false;
}

// What is part of an array element or the like holds no functions either.
void Infer::make_unlifted(const Type* type) {
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

bool Infer::unify_meta(const MetaType* meta, const Type* type) {
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

bool Infer::unify_fields(const MetaType* meta, const RecordType* record) {
  for (const Field& f : meta->fields) {
    const Field* same = find_field(record->fields, f.name);
    if (same == nullptr) {
      failure_ = Failure::Field;
      fail_name_ = f.name;
      return false;
    }
    if (!unify(f.type, same->type)) return false;
  }
  return true;
}

bool Infer::unify_constructors(const MetaType* meta, const SumType* sum) {
  for (const Constructor& c : meta->constructors) {
    const Constructor* same = find_constructor(sum->constructors, c.name);
    if (same == nullptr || same->args.size() != c.args.size()) {
      failure_ = Failure::Constructor;
      fail_name_ = c.name;
      return false;
    }
    for (size_t i = 0; i < c.args.size(); i++) {
      if (!unify(c.args[i], same->args[i])) return false;
    }
  }
  return true;
}

// ---- Messages

bool Infer::unify_or_report(const Type* expected, const Type* found, const Reason& reason) {
  failure_ = Failure::None;
  fail_a_ = fail_b_ = nullptr;
  if (unify(expected, found)) return true;
  failed_ = true;
  // One mismatch for each definition: what follows from it would only repeat it.
  if (!mismatch_reported_) report_mismatch(expected, found, reason);
  mismatch_reported_ = true;
  return false;
}

// ---- The end of inference

namespace {

// Adds the metavariables of a type.
void collect_metas(const Infer& infer, const Type* type,
                   std::unordered_set<const MetaType*>& metas) {
  if ((type->flags & kHasMeta) == 0) return;
  type = infer.resolve_meta(type);
  auto inside = [&](const Type* t) { collect_metas(infer, t, metas); };
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim: return;
    case TypeKind::Meta: metas.insert(static_cast<const MetaType*>(type)); return;
    case TypeKind::Array: return inside(static_cast<const ArrayType*>(type)->elem);
    case TypeKind::Record:
      for (const Field& f : static_cast<const RecordType*>(type)->fields) inside(f.type);
      return;
    case TypeKind::Sum:
      for (const Constructor& c : static_cast<const SumType*>(type)->constructors)
        std::ranges::for_each(c.args, inside);
      return;
    case TypeKind::Arrow:
      inside(static_cast<const ArrowType*>(type)->param);
      return inside(static_cast<const ArrowType*>(type)->result);
    case TypeKind::Named:
      for (const TypeArg& a : static_cast<const NamedType*>(type)->args) {
        if (a.type != nullptr) inside(a.type);
      }
      return;
  }
}

}  // namespace

void Infer::finish(const Type* type, std::vector<SchemeParam>& generalised) {
  std::unordered_set<const MetaType*> visible;
  if (type != nullptr) collect_metas(*this, type, visible);
  // Defaulting one may not create others: the list is complete.
  for (const MetaType* meta : metas_) {
    if (meta->link == nullptr) generalise_or_default(meta, type, visible, generalised);
  }
  if (!failed_) check_instances();
}

namespace {

Liftedness liftedness_of(const Infer& infer, const Type* type) {
  type = infer.resolve_meta(type);
  Liftedness most = Liftedness::Unlifted;
  auto part = [&](const Type* t) { most = std::max(most, liftedness_of(infer, t)); };
  switch (type->kind) {
    case TypeKind::Arrow: return Liftedness::Lifted;
    case TypeKind::Named: return static_cast<const NamedType*>(type)->symbol->liftedness;
    case TypeKind::Record:
      for (const Field& f : static_cast<const RecordType*>(type)->fields) part(f.type);
      return most;
    case TypeKind::Sum:
      for (const Constructor& c : static_cast<const SumType*>(type)->constructors)
        std::ranges::for_each(c.args, part);
      return most;
    default: return most;
  }
}

}  // namespace

// A type parameter 't stands for no function, and for nothing whose size may differ from value to
// value.
void Infer::check_instances() {
  for (const Use& use : uses_) {
    if (use.symbol->overload_equality) continue;  // has a message of its own
    for (size_t i = 0; i < use.symbol->params.size() && i < use.instance->args.size(); i++) {
      TypeSymbol* param = use.symbol->params[i].type;
      const Type* arg = use.instance->args[i].type;
      if (param == nullptr || arg == nullptr) continue;
      // Functions that call each other at ever larger types would have infinitely many instances.
      if (use.symbol->recursive_group && current != nullptr && current->recursive_group &&
          resolve_meta(arg)->kind != TypeKind::Named &&
          (types_.substitute(arg, {})->flags & kHasNamed) != 0) {
        failed_ = true;
        cx_.diags
            .report(Diag::polymorphic_recursion, use.loc,
                    "`{}` and `{}` call each other, but here at the larger type `{}`",
                    cx_.text(current->name), cx_.text(use.symbol->name), show(cx_, arg))
            .suggest(
                "call it with a value of the type parameter itself, or write a function that is "
                "not polymorphic");
        return;
      }
      if (liftedness_of(*this, arg) <= param->liftedness) continue;
      failed_ = true;
      bool function = liftedness_of(*this, arg) == Liftedness::Lifted;
      auto& diag = cx_.diags.report(
          Diag::functional_type_argument, use.loc,
          "the type parameter `{}` of `{}` cannot be `{}`: {}", cx_.text(param->name),
          cx_.text(use.symbol->name), show(cx_, arg, ShownSizes::InScope),
          function ? "it may not be or hold a function" : "its values may differ in size");
      diag.label(param->loc, "the type parameter");
      // A function that is mapped and not applied to all of its arguments.
      auto* first = as<ArrowType>(use.symbol->type);
      auto* mapped = first != nullptr ? as<ArrowType>(first->param) : nullptr;
      auto* gives = mapped != nullptr ? as<NamedType>(mapped->result) : nullptr;
      if (function && gives != nullptr && gives->symbol == param)
        diag.suggest("is an argument missing, or does a function take more of them than it gets?");
      return;
    }
  }
}

void Infer::generalise_or_default(const MetaType* meta, const Type* type,
                                  const std::unordered_set<const MetaType*>& visible,
                                  std::vector<SchemeParam>& generalised) {
  if (meta->prims != 0) {
    for (Prim p : {Prim::I32, Prim::F64, Prim::I64, Prim::Bool}) {
      if ((meta->prims & prim_set(p)) != 0) {
        if (!failed_ && type != nullptr && type->kind == TypeKind::Arrow &&
            visible.contains(meta)) {
          cx_.diags
              .report(Diag::defaulted_type, meta->loc,
                      "the type of this is ambiguous, and taken to be `{}`", prim_name(p))
              .suggest("annotate the parameter or the result with the type that is meant");
        }
        meta->link = types_.prim(p);
        return;
      }
    }
  }
  if (meta->prims != 0 || !meta->fields.empty() || !meta->constructors.empty()) {
    if (!failed_) {
      auto& diag = cx_.diags.report(Diag::ambiguous_type, meta->loc,
                                    "the type of this is not known: it may be any type like `{}`",
                                    show(cx_, meta));
      diag.suggest("add a type annotation");
    }
    failed_ = true;
    meta->link = types_.error();
    return;
  }
  if (!visible.contains(meta)) {
    meta->link = types_.unit();
    return;
  }
  Name name;
  do {
    size_t i = letters_++;
    std::string text(1, static_cast<char>('a' + i % 26));
    if (i >= 26) text += std::to_string(i / 26);
    name = cx_.names.intern(text);
  } while (cx_.scope.type(name) != nullptr);
  TypeSymbol* symbol =
      types_.new_type_symbol(name, meta->loc, TypeSymbolKind::Param,
                             meta->unlifted ? Liftedness::Unlifted : Liftedness::Lifted);
  meta->link = types_.named(symbol, {});
  generalised.push_back({symbol, nullptr});
}

}  // namespace planish
