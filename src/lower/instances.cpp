// How the parameters of a type scheme were chosen at one use of a name.
//
// The checker says so for the symbol that was used. Where that is a view of a definition, through a
// module type or the application of a parametric module, the definition has parameters of its own:
// they are found by comparing its type with the view's.
#include "lower/lowering.h"
#include "sema/types/type_walk.h"

namespace planish::lower {

namespace {

LateType late_type(const TypeSymbol* param, const Type* type, Scope& use) {
  using enum LateType::Sizes;
  return {type, &use, nullptr, param->liftedness == Liftedness::Unlifted ? OfAllUses : OfEachUse};
}

}  // namespace

Scope* Lowering::instance_scope(const ValueSymbol* defined, const ValueSymbol* used,
                                const planish::Instance* instance, const Type* type, Scope* parent,
                                const Frame* frame, Scope& use) {
  Scope* made = new_scope(parent, frame);
  if (defined->params.empty()) return made;
  if (defined == used && instance != nullptr && instance->args.size() == defined->params.size()) {
    for (size_t i = 0; i < defined->params.size(); i++) {
      const SchemeParam& param = defined->params[i];
      const InstanceArg& arg = instance->args[i];
      if (param.type != nullptr && arg.type != nullptr)
        made->types[param.type] = late_type(param.type, arg.type, use);
      else if (param.size != nullptr && arg.size != nullptr)
        made->late_sizes[param.size] = {arg.size, &use};
    }
    return made;
  }
  if (type == nullptr) return made;
  if (defined != used && instance != nullptr) {
    // The name used is a view of the definition: its own parameters have the instance's values.
    Scope* view = new_scope(&use, use.frame);
    for (size_t i = 0; i < used->params.size() && i < instance->args.size(); i++) {
      const SchemeParam& param = used->params[i];
      const InstanceArg& arg = instance->args[i];
      if (param.type != nullptr && arg.type != nullptr)
        view->types[param.type] = late_type(param.type, arg.type, use);
      else if (param.size != nullptr && arg.size != nullptr)
        view->late_sizes[param.size] = {arg.size, &use};
    }
    match_scheme(*defined, defined->type, used->type, *made, frame, *view);
    return made;
  }
  match_scheme(*defined, defined->type, type, *made, frame, use);
  return made;
}

namespace {
bool is_param(const ValueSymbol& symbol, const TypeSymbol* type) {
  return std::any_of(symbol.params.begin(), symbol.params.end(),
                     [&](const SchemeParam& p) { return p.type == type; });
}
bool is_param(const ValueSymbol& symbol, const ValueSymbol* size) {
  return std::any_of(symbol.params.begin(), symbol.params.end(),
                     [&](const SchemeParam& p) { return p.size == size; });
}
}  // namespace

void Lowering::match_sizes(const ValueSymbol& symbol, const Size* defined, const Size* used,
                           Scope& instance, Scope& use) {
  MatchedSizes matched;
  match_sizes(symbol, defined, used, instance, use, matched);
}

void Lowering::match_sizes(const ValueSymbol& symbol, const Size* defined, const Size* used,
                           Scope& instance, Scope& use, MatchedSizes& matched) {
  if (defined == nullptr || used == nullptr || used->kind == SizeKind::Varying) return;
  if (used->kind == SizeKind::Var && use.find(used->var) == nullptr) {
    if (LateSize* late = use.find_late(used->var))
      return match_sizes(symbol, defined, late->size, instance, *late->scope, matched);
  }
  if (defined->kind == SizeKind::Var && is_param(symbol, defined->var))
    instance.late_sizes.try_emplace(defined->var, LateSize{used, &use});
  if (defined->kind != SizeKind::Term || used->kind != SizeKind::Term || defined->op != used->op ||
      defined->args.size() != used->args.size())
    return;
  if (defined->weight > kSmallSize && !matched.emplace(defined, used).second) return;
  for (size_t i = 0; i < defined->args.size(); i++)
    match_sizes(symbol, defined->args[i], used->args[i], instance, use, matched);
}

// Are both the same named type, maybe of different arguments?
bool Lowering::same_type(const Type* defined, const Frame* frame, const Type* used, Scope& use) {
  auto* d = as<NamedType>(defined);
  auto* u = as<NamedType>(used);
  if (d == nullptr || u == nullptr) return false;
  const TypeDef* left = find_type(d->symbol, frame);
  const TypeDef* right = find_type(u->symbol, use.frame);
  if (left != nullptr && right != nullptr)
    return left->symbol == right->symbol && left->frame == right->frame;
  return left == nullptr && right == nullptr && d->symbol == u->symbol &&
         use.find(u->symbol) == nullptr;
}

void Lowering::match_scheme(const ValueSymbol& symbol, const Type* defined, const Type* used,
                            Scope& instance, const Frame* frame, Scope& use) {
  if (auto* named = as<NamedType>(defined)) {
    if (is_param(symbol, named->symbol)) {
      instance.types.try_emplace(named->symbol, late_type(named->symbol, used, use));
      return;
    }
  }
  if (same_type(defined, frame, used, use)) {
    auto* d = static_cast<const NamedType*>(defined);
    auto* u = static_cast<const NamedType*>(used);
    for (size_t i = 0; i < d->args.size() && i < u->args.size(); i++) {
      if (d->args[i].type != nullptr)
        match_scheme(symbol, d->args[i].type, u->args[i].type, instance, frame, use);
      else
        match_sizes(symbol, d->args[i].size, u->args[i].size, instance, use);
    }
    return;
  }
  // What the user sees as an abstract type the definition may know.
  if (auto* named = as<NamedType>(used)) {
    if (LateType* late = use.find(named->symbol)) {
      if (late->type != nullptr)
        match_scheme(symbol, defined, late->type, instance, frame, *late->scope);
      return;
    }
    if (const TypeDef* def = find_type(named->symbol, use.frame)) {
      Scope* inner = type_scope(*def, *named, use);
      return match_scheme(symbol, defined, def->symbol->definition, instance, frame, *inner);
    }
  }
  if (auto* named = as<NamedType>(defined)) {
    if (const TypeDef* def = find_type(named->symbol, frame)) {
      // Parameters inside of the arguments of an abstract type.
      Substitution inner;
      for (size_t i = 0; i < def->symbol->params.size() && i < named->args.size(); i++) {
        const SchemeParam& param = def->symbol->params[i];
        if (param.type != nullptr)
          inner.types.emplace_back(param.type, named->args[i].type);
        else
          inner.sizes.emplace_back(param.size, named->args[i].size);
      }
      const Type* body = inner.empty() ? def->symbol->definition
                                       : cx_.types.substitute(def->symbol->definition, inner);
      return match_scheme(symbol, body, used, instance, def->frame, use);
    }
    return;
  }
  if (defined->kind != used->kind) return;
  switch (defined->kind) {
    case TypeKind::Array: {
      auto* d = static_cast<const ArrayType*>(defined);
      auto* u = static_cast<const ArrayType*>(used);
      match_sizes(symbol, d->dim, u->dim, instance, use);
      return match_scheme(symbol, d->elem, u->elem, instance, frame, use);
    }
    case TypeKind::Record: {
      auto d = static_cast<const RecordType*>(defined)->fields;
      auto u = static_cast<const RecordType*>(used)->fields;
      for (size_t i = 0; i < d.size() && i < u.size(); i++)
        match_scheme(symbol, d[i].type, u[i].type, instance, frame, use);
      return;
    }
    case TypeKind::Sum: {
      auto d = static_cast<const SumType*>(defined)->constructors;
      auto u = static_cast<const SumType*>(used)->constructors;
      for (size_t i = 0; i < d.size() && i < u.size(); i++) {
        for (size_t j = 0; j < d[i].args.size() && j < u[i].args.size(); j++)
          match_scheme(symbol, d[i].args[j], u[i].args[j], instance, frame, use);
      }
      return;
    }
    case TypeKind::Arrow: {
      auto* d = static_cast<const ArrowType*>(defined);
      auto* u = static_cast<const ArrowType*>(used);
      match_scheme(symbol, d->param, u->param, instance, frame, use);
      return match_scheme(symbol, d->result, u->result, instance, frame, use);
    }
    default: return;
  }
}

}  // namespace planish::lower
