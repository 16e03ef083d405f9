#include "sema/modules/mod_match.h"

#include <algorithm>

#include "sema/modules/mod_match_report.h"
#include "sema/modules/scheme_match.h"
#include "sema/sizes/size_uses.h"
#include "sema/types/outside.h"

namespace planish {
namespace {

bool same_params(std::span<const SchemeParam> a, std::span<const SchemeParam> b) {
  return std::ranges::equal(a, b, [](const SchemeParam& x, const SchemeParam& y) {
    return (x.type != nullptr) == (y.type != nullptr);
  });
}

class ModuleMatcher {
 public:
  ModuleMatcher(ModuleContext& mc, const MatchSite& site, ModuleSubstitution& found)
      : mc_(mc), cx_(mc.cx), found_(found), report_(mc.cx, site) {}

  void match(Module& module, const ModType& type) {
    if (module.unknown || type.shape->unknown || !same_kind(module, *type.shape)) {
      return forget(type);
    }
    find_abstract(module, type);
    find_values(module, *type.shape);
    match_contents(module, *type.shape);
  }

 private:
  // Nothing is known of the abstract types, after a report.
  void forget(const ModType& type) {
    for (const AbstractType& abstract : type.abstract) {
      found_.set(abstract.symbol, mc_.unknown_type(abstract.symbol->name, abstract.symbol->loc));
    }
  }

  bool same_kind(const Module& module, const Module& shape) {
    if ((module.functor != nullptr) == (shape.functor != nullptr)) return true;
    report_.wrong_kind(module, shape);
    return false;
  }

  // ---- Abstract types

  void find_abstract(Module& module, const ModType& type) {
    for (const AbstractType& abstract : type.abstract) {
      TypeSymbol* given = find_type(module, abstract);
      size_t outer = report_.quals.size();
      report_.quals.insert(report_.quals.end(), abstract.path.begin(), abstract.path.end());
      if (given == nullptr || !may_be_abstract(*abstract.symbol, *given)) {
        given = mc_.unknown_type(abstract.symbol->name, abstract.symbol->loc);
      }
      report_.quals.resize(outer);
      found_.set(abstract.symbol, given);
    }
  }

  // What is missing on the way, or at its end, will be reported with the other contents.
  TypeSymbol* find_type(Module& module, const AbstractType& abstract) {
    const Module* inner = &module;
    for (Name name : abstract.path) {
      inner = inner->env != nullptr ? inner->env->modules.find(name) : nullptr;
      if (inner == nullptr) return nullptr;
    }
    return inner->env != nullptr ? inner->env->types.find(abstract.symbol->name) : nullptr;
  }

  bool may_be_abstract(const TypeSymbol& asked, const TypeSymbol& given) {
    if (!same_params(asked.params, given.params)) {
      report_.different_params(asked, given);
      return false;
    }
    if (given.liftedness > asked.liftedness ||
        (asked.liftedness == Liftedness::Unlifted && !given.exists.empty())) {
      report_.too_lifted(asked, given);
      return false;
    }
    if (given.kind != TypeSymbolKind::Abbreviation) return true;
    for (const SchemeParam& param : given.params) {
      if (param.size == nullptr || size_uses(given.definition, param.size).constructive) continue;
      report_.hidden_size(asked, given, *param.size);
      return false;
    }
    return true;
  }

  // ---- Contents

  // Sizes in a module type may mention its values, so these are needed before any types are
  // compared.
  void find_values(const Module& module, const Module& shape) {
    if (module.env == nullptr || shape.env == nullptr) return;
    for (auto [name, value] : shape.env->values) {
      if (ValueSymbol* given = module.env->values.find(name)) found_.set(value, given);
    }
    for (auto [name, inner] : shape.env->modules) {
      if (Module* given = module.env->modules.find(name)) find_values(*given, *inner);
    }
  }

  void match_contents(Module& module, Module& shape) {
    if (module.unknown || shape.unknown || !same_kind(module, shape)) return;
    if (shape.functor != nullptr) return match_functors(*module.functor, *shape.functor);
    report_.missing(*module.env, *shape.env);
    for (auto [name, type] : shape.env->types) {
      if (TypeSymbol* given = module.env->types.find(name)) match_type(*type, *given);
    }
    for (auto [name, value] : shape.env->values) {
      if (ValueSymbol* given = module.env->values.find(name)) match_value(*value, *given);
    }
    for (auto [name, inner] : shape.env->modules) {
      Module* given = module.env->modules.find(name);
      if (given == nullptr) continue;
      report_.quals.push_back(name);
      match_contents(*given, *inner);
      report_.quals.pop_back();
    }
  }

  // The argument that the module type promises must do for the module's parameter, and the module's
  // result for the result. Both are read with one argument in mind, of which the module type says
  // all that is known.
  void match_functors(const Functor& given, const Functor& asked) {
    ModuleSubstitution asked_types = found_;
    ModType argument = asked_types.instantiate(asked.param);
    ModuleSubstitution given_types(mc_);
    ModuleMatcher parameter(
        mc_,
        {report_.site().loc, "the parameter of the module type", "the parameter of the module"},
        given_types);
    size_t errors = cx_.diags.error_count();
    parameter.match(*argument.shape, given.param);
    if (cx_.diags.error_count() != errors) return;
    ModuleMatcher result(mc_, report_.site(), asked_types);
    result.report_.quals = report_.quals;
    result.match(*given_types.instantiate(given.result).shape, asked.result);
  }

  void match_type(TypeSymbol& asked, TypeSymbol& given) {
    // Its own abstract types have been looked at.
    if (found_.find(&asked) != nullptr) return;
    if (!same_params(asked.params, given.params)) {
      types_differ_ = true;
      return report_.different_params(asked, given);
    }
    std::vector<ValueSymbol*> exists(asked.exists.begin(), asked.exists.end());
    TypeSymbol expected = asked;
    expected.definition = found_.apply(definition_of(asked), exists);
    expected.exists = exists;
    TypeSymbol actual = given;
    actual.definition = definition_of(given);
    if (same_definition(cx_, expected, actual)) return;
    types_differ_ = true;
    report_.different_types(expected, actual);
  }

  // An abstract type is its own definition.
  const Type* definition_of(TypeSymbol& symbol) {
    if (symbol.kind == TypeSymbolKind::Abbreviation) return symbol.definition;
    auto args = cx_.arena.make_array<TypeArg>(symbol.params.size());
    for (size_t i = 0; i < args.size(); i++) {
      const SchemeParam& param = symbol.params[i];
      if (param.type != nullptr) {
        args[i].type = cx_.types.named(param.type, {});
      } else {
        args[i].size = cx_.types.var(param.size);
      }
    }
    return cx_.types.named(&symbol, args);
  }

  void match_value(ValueSymbol& asked, ValueSymbol& given) {
    SubstitutedScheme expected = found_.apply_scheme(asked);
    for (const SchemeParam& param : expected.params.last(expected.opened)) {
      if (!size_uses(expected.type, param.size).constructive) continue;
      return report_.open_size(asked, given, expected.type);
    }
    Scheme wanted{expected.params, expected.type};
    const OutsideValue* outside = outside_value(cx_, given);
    SchemeMatch match =
        match_schemes(cx_, wanted,
                      {given.params, given.type,
                       outside == nullptr ? std::span<const PrimSet>{} : outside->classes});
    if (!match && !types_differ_) report_.value(asked, given, wanted, match);
  }

  ModuleContext& mc_;
  SemaContext& cx_;
  ModuleSubstitution& found_;
  MatchReport report_;
  bool types_differ_ = false;  // then it is no wonder that values differ
};

}  // namespace

void match_module(ModuleContext& mc, Module& module, const ModType& type, const MatchSite& site,
                  ModuleSubstitution& found) {
  ModuleMatcher(mc, site, found).match(module, type);
}

}  // namespace planish
