#include "sema/modules/mod_types.h"

#include <algorithm>

#include "sema/modules/duplicates.h"
#include "sema/modules/mod_subst.h"
#include "sema/modules/type_decls.h"
#include "sema/types/terms.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish {
namespace {

ModType unknown_mod_type(ModuleContext& mc, Loc loc) { return {{}, mc.unknown_module(loc)}; }

// ---- Specs

class SpecList {
 public:
  explicit SpecList(ModuleContext& mc) : mc_(mc), cx_(mc.cx), env_(mc.new_env()) {}

  void check(std::span<ast::Spec* const> specs) {
    report_duplicates(cx_, specs);
    for (ast::Spec* spec : specs) {
      ast::match(spec, [&](auto& s) { check(s); });
    }
  }

  ModType result(Loc loc) { return {cx_.arena.copy(abstract_), mc_.new_module(env_, loc)}; }

 private:
  template <class Symbol>
  void add(Name name, Symbol* symbol) {
    env_->add(name, symbol);
    cx_.scope.bind(name, symbol);
  }

  void check(ast::ValSpec& spec) { add(spec.name.name, check_val_spec(mc_, spec)); }

  void check(ast::TypeAbbrSpec& spec) {
    add(spec.name.name,
        check_abbreviation(mc_, {spec.name, spec.loc, spec.doc, liftedness_of(spec.liftedness),
                                 spec.type_params, spec.value}));
  }

  void check(ast::TypeSpec& spec) {
    TypeSymbol* symbol = check_type_spec(mc_, spec);
    abstract_.push_back({symbol, {}});
    add(spec.name.name, symbol);
  }

  void check(ast::ModSpec& spec) {
    ModType type = check_mod_type(mc_, *spec.type_expr);
    Module* module = cx_.arena.make<Module>(*type.shape);
    module->name = spec.name.name;
    module->loc = spec.name.loc;
    module->doc = spec.doc;
    for (const AbstractType& abstract : type.abstract) {
      std::vector<Name> path{spec.name.name};
      path.insert(path.end(), abstract.path.begin(), abstract.path.end());
      mc_.qualify(abstract.symbol, spec.name.name);
      abstract_.push_back({abstract.symbol, cx_.arena.copy(path)});
    }
    add(spec.name.name, module);
  }

  void check(ast::IncludeSpec& spec) {
    ModType type = check_mod_type(mc_, *spec.type_expr);
    if (type.shape->unknown) {
      cx_.names_missing = true;
      return;
    }
    if (type.shape->env == nullptr) {
      cx_.diags.report(
          Diag::parametric_module, spec.type_expr->loc,
          "a module type with parameters cannot be included: it has no contents of its own");
      return;
    }
    for (const AbstractType& abstract : type.abstract) {
      if (abstract.path.empty()) warn_hidden(spec, *abstract.symbol);
      abstract_.push_back(abstract);
    }
    env_->add_all(*type.shape->env);
    cx_.scope.open(*type.shape->env);
  }

  void warn_hidden(ast::IncludeSpec& spec, const TypeSymbol& included) {
    TypeSymbol* hidden = env_->types.find(included.name);
    if (hidden == nullptr) return;
    std::string_view name = cx_.text(included.name);
    cx_.diags
        .report(Diag::include_hides_type, spec.loc,
                "Inclusion shadows type `{}`: there is another one of this name", name)
        .label(hidden->loc, "the hidden type")
        .suggest(
            fmt::format("if both are meant to be the same type, say so: `with {0} = {0}`", name));
  }

  ModuleContext& mc_;
  SemaContext& cx_;
  Env* env_;
  std::vector<AbstractType> abstract_;
};

// ---- `with`

std::string show_params(const SemaContext& cx, std::span<const SchemeParam> params) {
  if (params.empty()) return "no parameters";
  static constexpr std::string_view kMarks[] = {"'", "'~", "'^"};
  std::string out = params.size() == 1 ? "the parameter `" : "the parameters `";
  for (size_t i = 0; i < params.size(); i++) {
    if (i > 0) out += " ";
    out += params[i].size != nullptr
               ? fmt::format("[{}]", cx.text(params[i].size->name))
               : fmt::format("{}{}", kMarks[static_cast<size_t>(params[i].type->liftedness)],
                             cx.text(params[i].type->name));
  }
  return out + "`";
}

// `S with t = a with u = b`: all at once, so that S is copied once.
class Refinement {
 public:
  Refinement(ModuleContext& mc, const ModType& base)
      : mc_(mc), cx_(mc.cx), base_(base), chosen_(mc) {}

  void refine(ast::ModTypeWith& with) {
    TypeSymbol* value = check_abbreviation_value(with);
    TypeSymbol* abstract = find_abstract(with.name);
    if (abstract == nullptr) return;
    if (!fits(abstract->params, value->params)) {
      cx_.diags
          .report(Diag::bad_refinement, with.name.loc,
                  "`{}` has {} in the module type, but {} here", text(with.name),
                  show_params(cx_, abstract->params), show_params(cx_, value->params))
          .label(abstract->loc, "declared here");
      value = mc_.unknown_type(abstract->name, abstract->loc);
    }
    value->name = abstract->name;
    value->liftedness = std::max(value->liftedness, abstract->liftedness);
    chosen_.set(abstract, value);
  }

  ModType result() { return chosen_.instantiate(base_); }

 private:
  TypeSymbol* check_abbreviation_value(ast::ModTypeWith& with) {
    Block block(cx_.scope);
    TypeSymbol* symbol = cx_.types.new_type_symbol(
        with.name.name.name, with.name.loc, TypeSymbolKind::Abbreviation, Liftedness::Unlifted);
    symbol->params = bind_type_params(cx_, with.type_params);
    symbol->definition = cx_.types.error();
    if (with.value == nullptr) return symbol;
    ResolvedType resolved = resolve_type(cx_, *with.value);
    symbol->definition = resolved.type;
    symbol->exists = cx_.arena.copy(resolved.exists);
    symbol->liftedness = resolved.liftedness;
    return symbol;
  }

  std::string text(const ast::QualName& name) const {
    std::string out;
    for (const ast::Ident& qual : name.quals) out += fmt::format("{}.", cx_.text(qual.name));
    return out + std::string(cx_.text(name.name.name));
  }

  // The abstract type that a name inside of the module type stands for, or null after a report.
  TypeSymbol* find_abstract(const ast::QualName& name) {
    Module* module = base_.shape;
    for (const ast::Ident& qual : name.quals) {
      Module* next = module->env != nullptr ? module->env->modules.find(qual.name) : nullptr;
      if (next == nullptr) {
        if (!module->unknown) {
          cx_.diags.report(Diag::bad_refinement, qual.loc, "the module type has no module `{}`",
                           cx_.text(qual.name));
        }
        return nullptr;
      }
      module = next;
    }
    if (module->unknown) return nullptr;
    TypeSymbol* type = module->env != nullptr ? module->env->types.find(name.name.name) : nullptr;
    if (type == nullptr) {
      cx_.diags.report(Diag::bad_refinement, name.loc, "the module type has no type `{}`",
                       text(name));
      return nullptr;
    }
    TypeSymbol* abstract = type;
    // Another name for an abstract type.
    if (type->kind == TypeSymbolKind::Abbreviation && type->params.empty()) {
      if (auto* named = as<NamedType>(type->definition); named != nullptr && named->args.empty())
        abstract = named->symbol;
    }
    if (!is_abstract(abstract)) {
      auto& diag = cx_.diags.report(Diag::bad_refinement, name.loc,
                                    "`{}` is not an abstract type of the module type", text(name));
      if (type->kind == TypeSymbolKind::Abbreviation) {
        diag.label(type->loc, fmt::format("it is `{}`", show(cx_, type->definition)));
      }
      return nullptr;
    }
    if (chosen_.find(abstract) != nullptr) {
      cx_.diags.report(Diag::bad_refinement, name.loc, "`{}` has been given a definition already",
                       text(name));
      return nullptr;
    }
    return abstract;
  }

  bool is_abstract(const TypeSymbol* type) const {
    return std::ranges::any_of(base_.abstract,
                               [&](const AbstractType& a) { return a.symbol == type; });
  }

  // The definition must take all arguments that the abstract type takes.
  static bool fits(std::span<const SchemeParam> abstract, std::span<const SchemeParam> definition) {
    return std::ranges::equal(abstract, definition, [](const SchemeParam& a, const SchemeParam& d) {
      if (a.type == nullptr || d.type == nullptr) return a.type == nullptr && d.type == nullptr;
      return a.type->liftedness <= d.type->liftedness;
    });
  }

  ModuleContext& mc_;
  SemaContext& cx_;
  ModType base_;
  ModuleSubstitution chosen_;
};

// ---- Expressions

class ModTypeChecker {
 public:
  explicit ModTypeChecker(ModuleContext& mc) : mc_(mc), cx_(mc.cx) {}

  ModType check(ast::ModTypeExpr* expr) {
    return ast::match(expr, [&](auto& e) { return check(e); });
  }

 private:
  ModType check(ast::ModTypeVar& expr) {
    ModTypeSymbol* symbol = lookup_mod_type(cx_, expr.name);
    if (symbol == nullptr) return unknown_mod_type(mc_, expr.loc);
    return ModuleSubstitution(mc_).instantiate(symbol->type);
  }

  ModType check(ast::ModTypeParens& expr) { return check(expr.inner); }

  ModType check(ast::ModTypeBody& expr) {
    Block block(cx_.scope);
    SpecList list(mc_);
    list.check(expr.specs);
    return list.result(expr.loc);
  }

  ModType check(ast::ModTypeWith& expr) {
    std::vector<ast::ModTypeWith*> chain{&expr};
    ast::ModTypeExpr* base = strip(expr.base);
    while (auto* inner = ast::as<ast::ModTypeWith>(base)) {
      chain.push_back(inner);
      base = strip(inner->base);
    }
    Refinement refinement(mc_, check_base(base));
    for (size_t i = chain.size(); i-- > 0;) refinement.refine(*chain[i]);
    return refinement.result();
  }

  static ast::ModTypeExpr* strip(ast::ModTypeExpr* expr) {
    while (auto* parens = ast::as<ast::ModTypeParens>(expr)) expr = parens->inner;
    return expr;
  }

  // What is to be refined is copied then, so a named module type is not copied before.
  ModType check_base(ast::ModTypeExpr* base) {
    ModType type;
    if (auto* var = ast::as<ast::ModTypeVar>(base)) {
      ModTypeSymbol* symbol = lookup_mod_type(cx_, var->name);
      if (symbol == nullptr) return unknown_mod_type(mc_, base->loc);
      type = symbol->type;
    } else {
      type = check(base);
    }
    if (type.shape->functor == nullptr) return type;
    cx_.diags.report(Diag::parametric_module, base->loc,
                     "the types of a module type with parameters cannot be refined");
    return unknown_mod_type(mc_, base->loc);
  }

  ModType check(ast::ModTypeArrow& expr) {
    ModType param = check(expr.param);
    Block block(cx_.scope);
    if (expr.param_name.name) {
      for (const AbstractType& abstract : param.abstract)
        mc_.qualify(abstract.symbol, expr.param_name.name);
      cx_.scope.bind(expr.param_name.name, param.shape);
    }
    ModType result = check(expr.result);
    return {{}, mc_.new_functor(param, result, expr.loc)};
  }

  ModuleContext& mc_;
  SemaContext& cx_;
};

}  // namespace

ModType check_mod_type(ModuleContext& mc, ast::ModTypeExpr& expr) {
  return ModTypeChecker(mc).check(&expr);
}

ValueSymbol* check_val_spec(ModuleContext& mc, ast::ValSpec& spec) {
  SemaContext& cx = mc.cx;
  Block block(cx.scope);
  ValueSymbol* symbol = cx.types.new_value_symbol(spec.name.name, spec.name.loc, ValueKind::Spec);
  symbol->doc = spec.doc;
  symbol->params = bind_type_params(cx, spec.type_params);
  symbol->type = cx.types.error();
  if (spec.type_expr == nullptr) return symbol;
  ResolvedType resolved = resolve_type(cx, *spec.type_expr);
  if (!resolved.exists.empty()) {
    std::string_view name = cx.text(spec.name.name);
    auto& diag =
        cx.diags.report(Diag::anonymous_size_spec, spec.type_expr->loc,
                        "the type of `{}` leaves a size open that is not one of a result", name);
    if (resolved.type->kind == TypeKind::Arrow) {
      diag.suggest(fmt::format("name the size, as in `val {} [n] : [n]i32 -> i32`", name));
    } else {
      diag.suggest(fmt::format("name the size, as in `val n : i64` and `val {} : [n]i32`", name));
    }
    return symbol;
  }
  symbol->type = resolved.type;
  return symbol;
}

TypeSymbol* check_type_spec(ModuleContext& mc, ast::TypeSpec& spec) {
  SemaContext& cx = mc.cx;
  Block block(cx.scope);
  TypeSymbol* symbol = cx.types.new_type_symbol(
      spec.name.name, spec.name.loc, TypeSymbolKind::Abstract, liftedness_of(spec.liftedness));
  symbol->doc = spec.doc;
  symbol->params = bind_type_params(cx, spec.type_params);
  return symbol;
}

}  // namespace planish
