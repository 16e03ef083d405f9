#include "sema/modules/mod_subst.h"

#include "sema/types/type_walk.h"

namespace planish {

// ---- Types

const Size* ModuleSubstitution::apply(const Size* size) {
  if (size == nullptr) return size;
  return map_parts(types_, size, [&](const Size* part) -> const Size* {
    if (!part->has_var) return part;
    ValueSymbol* to = part->kind == SizeKind::Var ? find(part->var) : nullptr;
    return to != nullptr ? types_.var(to) : nullptr;
  });
}

// The type with the definition of `to` in place of its symbol.
const Type* ModuleSubstitution::expand(const NamedType& type, TypeSymbol* to,
                                       std::vector<ValueSymbol*>& opened) {
  if (to->kind != TypeSymbolKind::Abbreviation) return types_.named(to, type.args, type.unique);
  Substitution inner;
  for (size_t i = 0; i < to->params.size(); i++) {
    // Both have the same parameters, unless an error was reported.
    const SchemeParam& param = to->params[i];
    if (i >= type.args.size() || (param.type != nullptr) != (type.args[i].type != nullptr))
      return types_.error();
    if (param.type != nullptr) {
      inner.types.emplace_back(param.type, type.args[i].type);
    } else {
      inner.sizes.emplace_back(param.size, type.args[i].size);
    }
  }
  for (ValueSymbol* open : to->exists) {
    ValueSymbol* fresh = types_.new_value_symbol(open->name, open->loc, ValueKind::ArrowParam);
    fresh->type = types_.prim(Prim::I64);
    inner.sizes.emplace_back(open, types_.var(fresh));
    opened.push_back(fresh);
  }
  const Type* result = inner.empty() ? to->definition : types_.substitute(to->definition, inner);
  return type.unique ? types_.with_unique(result, true) : result;
}

// Sizes that the result leaves open belong to the arrow, those that the parameter leaves open to
// the whole type: each caller chooses them.
const Type* ModuleSubstitution::apply_arrow(const ArrowType& type,
                                            std::vector<ValueSymbol*>& opened) {
  const Type* param = apply(type.param, opened);
  if (type.result->kind == TypeKind::Arrow) {
    const Type* result = apply(type.result, opened);
    if (param == type.param && result == type.result) return &type;
    return types_.arrow(type.binder, type.consumes, param, type.exists, result);
  }
  std::vector<ValueSymbol*> exists(type.exists.begin(), type.exists.end());
  const Type* result = apply(type.result, exists);
  if (param == type.param && result == type.result) return &type;
  return types_.arrow(type.binder, type.consumes, param, types_.arena().copy(exists), result);
}

const Type* ModuleSubstitution::apply(const Type* type, std::vector<ValueSymbol*>& opened) {
  if ((type->flags & (kHasNamed | kHasSizeVar)) == 0) return type;
  if (auto* arrow = as<ArrowType>(type)) return apply_arrow(*arrow, opened);
  const Type* result = types_.map_children(
      type, [&](const Type* part) { return apply(part, opened); },
      [&](const Size* size) { return apply(size); });
  if (auto* named = as<NamedType>(result)) {
    if (TypeSymbol* to = find(named->symbol)) return expand(*named, to, opened);
  }
  return result;
}

SubstitutedScheme ModuleSubstitution::apply_scheme(const ValueSymbol& symbol) {
  std::vector<ValueSymbol*> opened;
  SubstitutedScheme scheme{symbol.params, apply(symbol.type, opened), opened.size()};
  if (opened.empty()) return scheme;
  std::vector<SchemeParam> params(symbol.params.begin(), symbol.params.end());
  for (ValueSymbol* size : opened) {
    size->kind = ValueKind::SizeParam;
    params.push_back({nullptr, size});
  }
  scheme.params = types_.arena().copy(params);
  return scheme;
}

// ---- Modules

ValueSymbol* ModuleSubstitution::outline(ValueSymbol* value) {
  ValueSymbol*& copy = copies_[value];
  if (copy != nullptr) return copy;
  ValueSymbol* stands_for = find(value);
  // A number of a parameter, given on as it is: sizes that mention either are equal.
  if (stands_for != nullptr && value->type->kind == TypeKind::Prim &&
      stands_for->type == value->type) {
    return copy = stands_for;
  }
  copy = types_.new_value_symbol(value->name, value->loc, ValueKind::Spec);
  copy->doc = value->doc;
  copy->origin = stands_for != nullptr ? stands_for : value;
  if (stands_for == nullptr) set(value, copy);
  return copy;
}

Module* ModuleSubstitution::outline(Module* module) {
  if (auto it = modules_.find(module); it != modules_.end()) return it->second.module;
  Module* copy = mc_.cx.arena.make<Module>(*module);
  modules_[module] = {copy, false};
  if (module->functor != nullptr) {
    copy->functor = mc_.cx.arena.make<Functor>(
        Functor{outline(module->functor->param), outline(module->functor->result)});
  } else {
    copy->env = mc_.new_env();
    for (auto [name, inner] : module->env->modules) copy->env->modules.set(name, outline(inner));
    for (auto [name, value] : module->env->values) copy->env->values.set(name, outline(value));
  }
  return copy;
}

TypeSymbol* ModuleSubstitution::complete(TypeSymbol* type) {
  if (TypeSymbol* to = find(type)) return to;
  if (type->kind != TypeSymbolKind::Abbreviation) return type;
  std::vector<ValueSymbol*> exists(type->exists.begin(), type->exists.end());
  const Type* definition = apply(type->definition, exists);
  if (definition == type->definition) return type;
  TypeSymbol* copy = types_.new_type_symbol(type->name, type->loc, type->kind, type->liftedness);
  copy->params = type->params;
  copy->exists = types_.arena().copy(exists);
  copy->definition = definition;
  copy->doc = type->doc;
  return copy;
}

void ModuleSubstitution::complete(ValueSymbol* value) {
  ValueSymbol* copy = copies_.at(value);
  if (copy->type != nullptr) return;
  SubstitutedScheme scheme = apply_scheme(*value);
  copy->params = scheme.params;
  copy->type = scheme.type;
}

void ModuleSubstitution::complete_env(const Env& from, Env& to) {
  for (auto [name, type] : from.types) to.types.set(name, complete(type));
  for (auto [name, value] : from.values) complete(value);
  for (auto [name, module] : from.modules) complete(*module);
  for (auto [name, mod_type] : from.mod_types) {
    ModTypeSymbol* copy = mc_.cx.arena.make<ModTypeSymbol>(*mod_type);
    copy->type = outline(mod_type->type);
    complete(*mod_type->type.shape);
    to.mod_types.set(name, copy);
  }
}

void ModuleSubstitution::complete(const Module& from) {
  ModuleCopy& copy = modules_.at(&from);
  if (copy.complete) return;
  copy.complete = true;
  if (from.functor != nullptr) {
    complete(*from.functor->param.shape);
    complete(*from.functor->result.shape);
  } else {
    complete_env(*from.env, *copy.module->env);
  }
}

ModType ModuleSubstitution::instantiate(const ModType& type) {
  std::vector<AbstractType> abstract;
  for (const AbstractType& old : type.abstract) {
    if (find(old.symbol) != nullptr) continue;
    TypeSymbol* fresh = types_.new_type_symbol(old.symbol->name, old.symbol->loc, old.symbol->kind,
                                               old.symbol->liftedness);
    fresh->params = old.symbol->params;
    fresh->doc = old.symbol->doc;
    fresh->qualified = old.symbol->qualified;
    fresh->origin = old.symbol;
    set(old.symbol, fresh);
    abstract.push_back({fresh, old.path});
  }
  std::vector<ValueSymbol*> hidden;
  for (ValueSymbol* old : type.hidden) {
    hidden.push_back(outline(old));
    // An unknown size stays one: it is known only when the value that has it is.
    if (old->kind == ValueKind::UnknownSize) hidden.back()->kind = old->kind;
  }
  ModType result{types_.arena().copy(abstract), outline(type.shape), types_.arena().copy(hidden)};
  for (ValueSymbol* old : type.hidden) complete(old);
  complete(*type.shape);
  return result;
}

}  // namespace planish
