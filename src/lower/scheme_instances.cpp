#include "lower/scheme_instances.h"

#include <algorithm>

#include "lower/lowering.h"
#include "sema/types/type_walk.h"

namespace planish::lower {
namespace {

LateType late_type(const TypeSymbol* param, const Type* type, Scope& use) {
  using enum LateType::Sizes;
  return {type, &use, nullptr, param->liftedness == Liftedness::Unlifted ? OfAllUses : OfEachUse};
}

bool is_param(const ValueSymbol& symbol, const TypeSymbol* type) {
  return std::ranges::any_of(symbol.params, [&](const SchemeParam& p) { return p.type == type; });
}
bool is_param(const ValueSymbol& symbol, const ValueSymbol* size) {
  return std::ranges::any_of(symbol.params, [&](const SchemeParam& p) { return p.size == size; });
}

// Binds the parameters of the symbol that is named, as the checker chose them.
void bind_arguments(const SymbolUse& use, Scope& made) {
  const auto& params = use.symbol->params;
  const auto& args = use.instance->args;
  for (size_t i = 0; i < params.size() && i < args.size(); i++) {
    if (params[i].type != nullptr && args[i].type != nullptr)
      made.types[params[i].type] = late_type(params[i].type, args[i].type, use.scope);
    else if (params[i].size != nullptr && args[i].size != nullptr)
      made.late_sizes[params[i].size] = {args[i].size, &use.scope};
  }
}

// Are both the same named type, maybe of different arguments?
bool same_type(const Type* defined, const Frame* frame, const Type* used, Scope& use) {
  auto* d = as<NamedType>(defined);
  auto* u = as<NamedType>(used);
  if (d == nullptr || u == nullptr) return false;
  const TypeDef* left = Shapes::find_type(d->symbol, frame);
  const TypeDef* right = Shapes::find_type(u->symbol, use.frame);
  if (left != nullptr && right != nullptr)
    return left->symbol == right->symbol && left->frame == right->frame;
  return left == nullptr && right == nullptr && d->symbol == u->symbol &&
         use.find(u->symbol) == nullptr;
}

}  // namespace

SchemeInstances::SchemeInstances(Lowering& lowering)
    : cx_(lowering.cx), scopes_(lowering.scopes), shapes_(lowering.shapes) {}

Scope* SchemeInstances::scope(const ValueDef& def, Scope* parent, const SymbolUse& use) {
  const ValueSymbol& defined = *def.symbol;
  Scope* made = scopes_.make(parent, def.frame);
  if (defined.params.empty()) return made;
  const bool is_view = &defined != use.symbol;
  if (!is_view && use.instance != nullptr && use.instance->args.size() == defined.params.size()) {
    bind_arguments(use, *made);
    return made;
  }
  if (use.type == nullptr) return made;
  if (is_view && use.instance != nullptr) {
    // The parameters of the view have the instance's values.
    Scope* view = scopes_.make(&use.scope, use.scope.frame);
    bind_arguments(use, *view);
    match(def, defined.type, use.symbol->type, *made, *view);
    return made;
  }
  match(def, defined.type, use.type, *made, use.scope);
  return made;
}

void SchemeInstances::match(const ValueDef& def, const Type* defined, const Type* used, Scope& made,
                            Scope& use) {
  auto* named = as<NamedType>(defined);
  if (named != nullptr && is_param(*def.symbol, named->symbol)) {
    made.types.try_emplace(named->symbol, late_type(named->symbol, used, use));
    return;
  }
  if (same_type(defined, def.frame, used, use)) {
    auto* u = static_cast<const NamedType*>(used);
    for (size_t i = 0; i < named->args.size() && i < u->args.size(); i++) {
      if (named->args[i].type != nullptr)
        match(def, named->args[i].type, u->args[i].type, made, use);
      else
        match_sizes(*def.symbol, named->args[i].size, u->args[i].size, made, use);
    }
    return;
  }
  // What the user sees as an abstract type the definition may know.
  if (auto* u = as<NamedType>(used)) {
    if (LateType* late = use.find(u->symbol)) {
      if (late->type != nullptr) match(def, defined, late->type, made, *late->scope);
      return;
    }
    if (const TypeDef* behind = Shapes::find_type(u->symbol, use.frame)) {
      Scope* inner = shapes_.type_scope(*behind, *u, use);
      return match(def, defined, behind->symbol->definition, made, *inner);
    }
  }
  if (named != nullptr) {
    if (const TypeDef* behind = Shapes::find_type(named->symbol, def.frame))
      match({def.symbol, behind->frame}, definition(*behind, *named), used, made, use);
    return;
  }
  if (defined->kind == used->kind) match_parts(def, defined, used, made, use);
}

const Type* SchemeInstances::definition(const TypeDef& def, const NamedType& type) {
  Substitution arguments;
  for (size_t i = 0; i < def.symbol->params.size() && i < type.args.size(); i++) {
    const SchemeParam& param = def.symbol->params[i];
    if (param.type != nullptr)
      arguments.types.emplace_back(param.type, type.args[i].type);
    else
      arguments.sizes.emplace_back(param.size, type.args[i].size);
  }
  return arguments.empty() ? def.symbol->definition
                           : cx_.types.substitute(def.symbol->definition, arguments);
}

// Of two types of the same kind.
void SchemeInstances::match_parts(const ValueDef& def, const Type* defined, const Type* used,
                                  Scope& made, Scope& use) {
  switch (defined->kind) {
    case TypeKind::Array: {
      auto* d = static_cast<const ArrayType*>(defined);
      auto* u = static_cast<const ArrayType*>(used);
      match_sizes(*def.symbol, d->dim, u->dim, made, use);
      return match(def, d->elem, u->elem, made, use);
    }
    case TypeKind::Record: {
      auto d = static_cast<const RecordType*>(defined)->fields;
      auto u = static_cast<const RecordType*>(used)->fields;
      for (size_t i = 0; i < d.size() && i < u.size(); i++)
        match(def, d[i].type, u[i].type, made, use);
      return;
    }
    case TypeKind::Sum: {
      auto d = static_cast<const SumType*>(defined)->constructors;
      auto u = static_cast<const SumType*>(used)->constructors;
      for (size_t i = 0; i < d.size() && i < u.size(); i++) {
        for (size_t j = 0; j < d[i].args.size() && j < u[i].args.size(); j++)
          match(def, d[i].args[j], u[i].args[j], made, use);
      }
      return;
    }
    case TypeKind::Arrow: {
      auto* d = static_cast<const ArrowType*>(defined);
      auto* u = static_cast<const ArrowType*>(used);
      match(def, d->param, u->param, made, use);
      return match(def, d->result, u->result, made, use);
    }
    default: return;
  }
}

void SchemeInstances::match_sizes(const ValueSymbol& symbol, const Size* defined, const Size* used,
                                  Scope& made, Scope& use) {
  MatchedSizes matched;
  match_sizes(symbol, defined, used, made, use, matched);
}

void SchemeInstances::match_sizes(const ValueSymbol& symbol, const Size* defined, const Size* used,
                                  Scope& made, Scope& use, MatchedSizes& matched) {
  if (defined == nullptr || used == nullptr || used->kind == SizeKind::Varying) return;
  if (used->kind == SizeKind::Var && use.find(used->var) == nullptr) {
    if (LateSize* late = use.find_late(used->var))
      return match_sizes(symbol, defined, late->size, made, *late->scope, matched);
  }
  if (defined->kind == SizeKind::Var && is_param(symbol, defined->var))
    made.late_sizes.try_emplace(defined->var, LateSize{used, &use});
  if (defined->kind != SizeKind::Term || used->kind != SizeKind::Term || defined->op != used->op ||
      defined->args.size() != used->args.size())
    return;
  if (defined->weight > kSmallSize && !matched.emplace(defined, used).second) return;
  for (size_t i = 0; i < defined->args.size(); i++)
    match_sizes(symbol, defined->args[i], used->args[i], made, use, matched);
}

}  // namespace planish::lower
