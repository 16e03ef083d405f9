#include "sema/mod_match.h"

#include <algorithm>

#include "sema/scheme_match.h"
#include "sema/size_uses.h"
#include "sema/type_print.h"
#include "support/closest.h"

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
      : mc_(mc), cx_(mc.cx), site_(site), found_(found) {}

  void match(Module& module, const ModType& type) {
    if (module.unknown || type.shape->unknown || !same_kind(module, *type.shape)) {
      return forget(type);
    }
    find_abstract(module, type);
    find_values(module, *type.shape);
    match_contents(module, *type.shape);
  }

 private:
  // After a report: nothing is known of the abstract types.
  void forget(const ModType& type) {
    for (const AbstractType& abstract : type.abstract) {
      found_.set(abstract.symbol, mc_.unknown_type(abstract.symbol->name, abstract.symbol->loc));
    }
  }

  std::string path(Name name) const {
    std::string out;
    for (Name module : quals_) out += fmt::format("{}.", cx_.text(module));
    return out + std::string(cx_.text(name));
  }

  bool same_kind(const Module& module, const Module& shape) {
    if ((module.functor != nullptr) == (shape.functor != nullptr)) return true;
    std::string subject = quals_.empty() ? site_.what : fmt::format("`{}`", module_path());
    auto& diag =
        module.functor != nullptr
            ? cx_.diags.report(
                  Diag::module_kind_mismatch, site_.loc,
                  "{} is parametric, but the module type asks for a module without parameters",
                  subject)
            : cx_.diags.report(
                  Diag::module_kind_mismatch, site_.loc,
                  "{} has no parameters, but the module type asks for a parametric module",
                  subject);
    label(diag, shape.loc, "asked for here");
    if (module.functor != nullptr) diag.suggest("apply the module to an argument");
    return false;
  }

  std::string module_path() const {
    std::string out;
    for (Name module : quals_) out += fmt::format("{}{}", out.empty() ? "" : ".", cx_.text(module));
    return out;
  }

  void label(Diagnostic& diag, Loc loc, std::string text) {
    if (loc.valid() && loc != site_.loc) diag.label(loc, std::move(text));
  }

  // ---- Abstract types

  void find_abstract(Module& module, const ModType& type) {
    for (const AbstractType& abstract : type.abstract) {
      TypeSymbol* given = find_type(module, abstract);
      if (given != nullptr && !may_be_abstract(*abstract.symbol, *given, abstract.path))
        given = nullptr;
      if (given == nullptr) given = mc_.unknown_type(abstract.symbol->name, abstract.symbol->loc);
      found_.set(abstract.symbol, given);
    }
  }

  // A module on the way that is missing will be reported with the other contents.
  TypeSymbol* find_type(Module& module, const AbstractType& abstract) {
    const Module* inner = &module;
    for (Name name : abstract.path) {
      inner = inner->env != nullptr ? inner->env->modules.find(name) : nullptr;
      if (inner == nullptr) return nullptr;
    }
    return inner->env != nullptr ? inner->env->types.find(abstract.symbol->name) : nullptr;
  }

  bool may_be_abstract(const TypeSymbol& asked, const TypeSymbol& given,
                       std::span<const Name> path) {
    std::vector<Name> quals = quals_;
    quals_.insert(quals_.end(), path.begin(), path.end());
    bool ok = check_abstract(asked, given);
    quals_ = quals;
    return ok;
  }

  bool check_abstract(const TypeSymbol& asked, const TypeSymbol& given) {
    auto report = [&](std::string message) -> Diagnostic& {
      auto& diag = cx_.diags.add(Diag::type_member_mismatch, site_.loc, std::move(message));
      label(diag, asked.loc, "asked for here");
      label(diag, given.loc, "defined here");
      return diag;
    };
    std::string name = path(asked.name);
    if (!same_params(asked.params, given.params)) {
      report(fmt::format("type `{}` has {} in the module, but {} in the module type", name,
                         show_params(given.params), show_params(asked.params)));
      return false;
    }
    if (given.liftedness == Liftedness::Lifted && asked.liftedness < Liftedness::Lifted) {
      report(fmt::format(
                 "type `{}` may hold functions (`type^`), but the module type asks for one without",
                 name))
          .suggest(
              fmt::format("declare it as `type^ {}` in the module type", cx_.text(asked.name)));
      return false;
    }
    if (given.liftedness > asked.liftedness ||
        (asked.liftedness == Liftedness::Unlifted && !given.exists.empty())) {
      report(fmt::format("type `{}` may have sizes that differ from value to value (`type~`), but "
                         "the module type asks "
                         "for one without",
                         name))
          .suggest(
              fmt::format("declare it as `type~ {}` in the module type", cx_.text(asked.name)));
      return false;
    }
    if (given.kind != TypeSymbolKind::Abbreviation) return true;
    for (const SchemeParam& param : given.params) {
      if (param.size == nullptr || size_uses(given.definition, param.size).constructive) continue;
      report(
          fmt::format(
              "type `{}` cannot be made abstract: its size `{}` is not the size of an array in it",
              name, cx_.text(param.size->name)))
          .note(fmt::format("`{}` is {}", name, show(cx_, given.definition)));
      return false;
    }
    return true;
  }

  std::string show_params(std::span<const SchemeParam> params) const {
    if (params.empty()) return "no parameters";
    std::string out = params.size() == 1 ? "the parameter `" : "the parameters `";
    for (const SchemeParam& param : params) {
      if (&param != &params.front()) out += " ";
      out += param.size != nullptr ? fmt::format("[{}]", cx_.text(param.size->name))
                                   : fmt::format("'{}", cx_.text(param.type->name));
    }
    return out + "`";
  }

  // ---- Contents

  // Sizes in a module type may mention its values, so these are needed before any types are compared.
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
    report_missing(*module.env, *shape.env);
    for (auto [name, type] : shape.env->types) {
      if (TypeSymbol* given = module.env->types.find(name)) match_type(*type, *given);
    }
    for (auto [name, value] : shape.env->values) {
      if (ValueSymbol* given = module.env->values.find(name)) match_value(*value, *given);
    }
    for (auto [name, inner] : shape.env->modules) {
      Module* given = module.env->modules.find(name);
      if (given == nullptr) continue;
      quals_.push_back(name);
      match_contents(*given, *inner);
      quals_.pop_back();
    }
  }

  // The argument that the module type promises must do for the module's parameter, and the module's result for the
  // result. Both are read with one argument in mind, of which the module type says all that is known.
  void match_functors(const Functor& given, const Functor& asked) {
    ModuleSubstitution asked_types = found_;
    ModType argument = asked_types.instantiate(asked.param);
    ModuleSubstitution given_types(mc_);
    ModuleMatcher parameter(mc_, {site_.loc, "the argument that the module type promises"},
                            given_types);
    parameter.match(*argument.shape, given.param);
    ModuleMatcher result(mc_, site_, asked_types);
    result.quals_ = quals_;
    result.match(*given_types.instantiate(given.result).shape, asked.result);
  }

  struct Missing {
    std::string_view what;
    Name name;
    Loc loc;
  };

  void report_missing(const Env& given, const Env& asked) {
    std::vector<Missing> missing;
    for (auto [name, type] : asked.types) {
      if (!given.types.contains(name)) missing.push_back({"type", name, type->loc});
    }
    for (auto [name, module] : asked.modules) {
      if (!given.modules.contains(name)) missing.push_back({"module", name, module->loc});
    }
    for (auto [name, value] : asked.values) {
      if (!given.values.contains(name)) missing.push_back({"value", name, value->loc});
    }
    if (missing.empty()) return;
    std::string list;
    for (size_t i = 0; i < missing.size() && i < kMaxListed; i++) {
      if (i > 0) list += i + 1 == missing.size() ? " and " : ", ";
      list += fmt::format("{} `{}`", missing[i].what, path(missing[i].name));
    }
    if (missing.size() > kMaxListed)
      list += fmt::format(" and {} more", missing.size() - kMaxListed);
    auto& diag =
        cx_.diags.report(Diag::missing_member, site_.loc,
                         "{} lacks the {}, which the module type asks for", site_.what, list);
    for (size_t i = 0; i < missing.size() && i < kMaxListed; i++)
      label(diag, missing[i].loc, "asked for here");
    if (missing.size() == 1) suggest(diag, missing[0], given, asked);
  }

  // A member with a similar name that the module type does not ask for.
  void suggest(Diagnostic& diag, const Missing& missing, const Env& given, const Env& asked) {
    if (missing.what == "value" && given.modules.contains(missing.name)) {
      diag.suggest(fmt::format("`{}` is a module there, not a value", cx_.text(missing.name)));
      return;
    }
    if (missing.what == "module" && given.values.contains(missing.name)) {
      diag.suggest(fmt::format("`{}` is a value there, not a module", cx_.text(missing.name)));
      return;
    }
    std::vector<Name> candidates;
    auto collect = [&](const auto& from, const auto& wanted) {
      for (auto& entry : from) {
        if (!wanted.contains(entry.first)) candidates.push_back(entry.first);
      }
    };
    if (missing.what == "value") collect(given.values, asked.values);
    if (missing.what == "type") collect(given.types, asked.types);
    if (missing.what == "module") collect(given.modules, asked.modules);
    std::vector<std::string_view> texts;
    for (Name name : candidates) texts.push_back(cx_.text(name));
    if (auto similar = closest(cx_.text(missing.name), texts); !similar.empty()) {
      diag.suggest(fmt::format("the module has a {} `{}`", missing.what, similar[0]));
    }
  }

  void match_type(TypeSymbol& asked, TypeSymbol& given) {
    // Its own abstract types have been looked at.
    if (found_.find(&asked) != nullptr) return;
    auto report = [&](std::string message) -> Diagnostic& {
      auto& diag = cx_.diags.add(Diag::type_member_mismatch, site_.loc, std::move(message));
      label(diag, asked.loc, "asked for here");
      label(diag, given.loc, "defined here");
      return diag;
    };
    if (!same_params(asked.params, given.params)) {
      report(fmt::format("type `{}` has {} in the module, but {} in the module type",
                         path(asked.name), show_params(given.params), show_params(asked.params)));
      return;
    }
    std::vector<ValueSymbol*> exists(asked.exists.begin(), asked.exists.end());
    TypeSymbol expected = asked;
    expected.definition = found_.apply(definition_of(asked), exists);
    expected.exists = exists;
    TypeSymbol actual = given;
    actual.definition = definition_of(given);
    if (same_definition(cx_, expected, actual)) return;
    TypePair shown = show_pair(cx_, expected.definition, actual.definition);
    report(fmt::format("type `{}` is {} in the module, but {} in the module type", path(asked.name),
                       shown.second, shown.first));
  }

  // An abstract type is its own definition.
  const Type* definition_of(TypeSymbol& symbol) {
    if (symbol.kind == TypeSymbolKind::Abbreviation) return symbol.definition;
    auto args = cx_.arena.make_array<TypeArg>(symbol.params.size());
    for (size_t i = 0; i < args.size(); i++) {
      const SchemeParam& param = symbol.params[i];
      if (param.type != nullptr)
        args[i].type = cx_.types.named(param.type, {});
      else
        args[i].size = cx_.types.var(param.size);
    }
    return cx_.types.named(&symbol, args);
  }

  // ---- Values

  void match_value(ValueSymbol& asked, ValueSymbol& given) {
    SubstitutedScheme expected = found_.apply_scheme(asked);
    for (const SchemeParam& param : expected.params.last(expected.opened)) {
      if (size_uses(expected.type, param.size).constructive)
        return report_open_size(asked, given, expected.type);
    }
    SchemeMatch match =
        match_schemes(cx_, {expected.params, expected.type}, {given.params, given.type});
    if (!match) report_value(asked, given, expected, match);
  }

  void report_open_size(const ValueSymbol& asked, const ValueSymbol& given, const Type* expected) {
    auto& diag = cx_.diags.report(
        Diag::value_member_mismatch, site_.loc,
        "`{}` cannot be of its abstract type, whose size differs from value to value: only the "
        "result of a function can",
        path(asked.name));
    label(diag, asked.loc, "asked for here");
    label(diag, given.loc, "defined here");
    diag.note(fmt::format("with the types of the module, its type is {}", show(cx_, expected)));
  }

  void report_value(const ValueSymbol& asked, const ValueSymbol& given,
                    const SubstitutedScheme& expected, const SchemeMatch& match) {
    ValueSymbol wanted = asked;
    wanted.params = expected.params;
    wanted.type = expected.type;
    auto& diag = cx_.diags.report(Diag::value_member_mismatch, site_.loc,
                                  "`{}` does not have the type that the module type asks for",
                                  path(asked.name));
    label(diag, asked.loc, fmt::format("asked for: {}", scheme_text(wanted)));
    label(diag, given.loc, fmt::format("defined: {}", scheme_text(given)));
    if (!asked.loc.valid() || !given.loc.valid()) {
      diag.note(fmt::format("asked for: {}", scheme_text(wanted)))
          .note(fmt::format("defined: {}", scheme_text(given)));
    }
    explain(diag, given, match);
  }

  std::string scheme_text(const ValueSymbol& symbol) const { return show_scheme(cx_, symbol); }

  void explain(Diagnostic& diag, const ValueSymbol& given, const SchemeMatch& match) {
    switch (match.mismatch) {
      case SchemeMismatch::None: return;
      case SchemeMismatch::Types: {
        if (match.asked_part == nullptr || match.given_part == given.type) return;
        TypePair shown = show_pair(cx_, match.asked_part, match.given_part);
        if (shown.first != shown.second)
          diag.note(fmt::format("{} is not {}", shown.second, shown.first));
        return;
      }
      case SchemeMismatch::Sizes:
        diag.note(fmt::format("the size {} is not known to be {}", show(cx_, match.given_size),
                              show(cx_, match.asked_size)));
        return;
      case SchemeMismatch::Consumes:
        diag.note("it consumes an argument that users of the module type keep")
            .suggest(fmt::format("write the parameter as `*{}` in the module type",
                                 show(cx_, as<ArrowType>(match.asked_part)->param)));
        return;
      case SchemeMismatch::Aliases:
        diag.note(
                "its result may share memory with an argument, but the module type promises a "
                "fresh one")
            .suggest("copy the result, or leave out the `*` in the module type");
        return;
      case SchemeMismatch::Functional:
      case SchemeMismatch::Irregular:
        diag.note(fmt::format("its type parameter `{}` {}, but the module type allows {}",
                              cx_.text(match.param->name),
                              match.mismatch == SchemeMismatch::Functional
                                  ? "stands for no function"
                                  : "has no open sizes",
                              show(cx_, match.given_part)));
        return;
    }
  }

  static constexpr size_t kMaxListed = 4;

  ModuleContext& mc_;
  SemaContext& cx_;
  MatchSite site_;
  ModuleSubstitution& found_;
  std::vector<Name> quals_;  // the modules around what is being compared
};

}  // namespace

void match_module(ModuleContext& mc, Module& module, const ModType& type, const MatchSite& site,
                  ModuleSubstitution& found) {
  ModuleMatcher(mc, site, found).match(module, type);
}

}  // namespace planish
