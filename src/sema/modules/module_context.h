// What the parts of the checker that deal with declarations and modules share, beyond the
// SemaContext.
#pragma once

#include <deque>
#include <vector>

#include "sema/types/context.h"

namespace planish {

struct ModuleContext {
  SemaContext& cx;
  // The contents of all modules; addresses are stable.
  std::deque<Env> envs;
  // The module `intrinsics`, which may not be a part of other modules.
  Module* intrinsics = nullptr;
  // All abstract types that ascription and application made, in order. A module body owns those
  // that were made while it was checked.
  std::vector<TypeSymbol*> made_abstract;
  // How many module bodies surround the place being checked; 0 at the top level of a file.
  int depth = 0;
  // The file being checked is one that the user named: its `main` is an entry point.
  bool root = false;

  explicit ModuleContext(SemaContext& context) : cx(context) {}

  Env* new_env() { return &envs.emplace_back(); }

  Module* new_module(Env* env, Loc loc) {
    Module* module = cx.arena.make<Module>();
    module->env = env;
    module->loc = loc;
    return module;
  }
  Module* new_functor(const ModType& param, const ModType& result, Loc loc) {
    Module* module = cx.arena.make<Module>();
    module->functor = cx.arena.make<Functor>(Functor{param, result});
    module->loc = loc;
    return module;
  }
  // Stands for a module that could not be checked.
  Module* unknown_module(Loc loc) {
    Module* module = new_module(new_env(), loc);
    module->unknown = true;
    return module;
  }
  // Stands for a type that could not be checked.
  TypeSymbol* unknown_type(Name name, Loc loc) {
    TypeSymbol* symbol =
        cx.types.new_type_symbol(name, loc, TypeSymbolKind::Abbreviation, Liftedness::Unlifted);
    symbol->definition = cx.types.error();
    return symbol;
  }
  // The abstract types of the module type are now those of a module.
  void own(const ModType& type) {
    for (const AbstractType& abstract : type.abstract) made_abstract.push_back(abstract.symbol);
  }
  // Puts a module's name before the names of abstract types, for messages.
  void qualify(TypeSymbol* type, Name module) {
    Name name = type->qualified ? type->qualified : type->name;
    type->qualified = cx.names.intern(fmt::format("{}.{}", cx.text(module), cx.text(name)));
  }
  // The abstract types made since `made_abstract` had this many.
  std::span<const AbstractType> made_since(size_t count) {
    auto made = cx.arena.make_array<AbstractType>(made_abstract.size() - count);
    for (size_t i = 0; i < made.size(); i++) made[i].symbol = made_abstract[count + i];
    return made;
  }
};

inline Liftedness liftedness_of(ast::TypeParamKind kind) {
  switch (kind) {
    case ast::TypeParamKind::SizeLiftedType: return Liftedness::SizeLifted;
    case ast::TypeParamKind::LiftedType: return Liftedness::Lifted;
    default: return Liftedness::Unlifted;
  }
}

}  // namespace planish
