#include "sema/modules/modules.h"

#include "sema/modules/check.h"
#include "sema/modules/decls.h"
#include "sema/modules/hidden_values.h"
#include "sema/modules/mod_match.h"
#include "sema/modules/mod_subst.h"
#include "sema/modules/mod_types.h"
#include "sema/types/terms.h"
#include "syntax/ast_match.h"

namespace planish {
namespace {

class ModuleChecker {
 public:
  explicit ModuleChecker(ModuleContext& mc) : mc_(mc), cx_(mc.cx) {}

  ModType check(ast::ModExpr* expr) {
    ModType type = ast::match(expr, [&](auto& e) { return check(e); });
    expr->checked = cx_.arena.make<ModType>(type);
    return type;
  }

  // A module body, with the module type that it must have, if any.
  ModType body(ast::ModExpr* value, ast::ModTypeExpr* ascribed) {
    mc_.depth++;
    ModType made = check(value);
    mc_.depth--;
    return ascribed != nullptr ? ascribe(made, *ascribed, ascribed->loc) : made;
  }

  // A parametric module from the parameters that are left.
  ModType with_params(std::span<ast::ModParam> params, ast::ModExpr* value,
                      ast::ModTypeExpr* ascribed, Loc loc) {
    if (params.empty()) return body(value, ascribed);
    ast::ModParam& param = params.front();
    ModType type = check_mod_type(mc_, *param.type_expr);
    param.type_expr->checked = cx_.arena.make<ModType>(type);
    for (const AbstractType& abstract : type.abstract)
      mc_.qualify(abstract.symbol, param.name.name);
    type.shape->name = param.name.name;
    type.shape->loc = param.name.loc;
    Block block(cx_.scope);
    cx_.scope.bind(param.name.name, type.shape);
    ModType result = params.size() > 1 ? with_params(params.subspan(1), value, ascribed, loc)
                                       : parametric_body(value, ascribed);
    return {{}, mc_.new_functor(type, result, loc)};
  }

 private:
  // What is made in the body of a parametric module belongs to it: every application makes it anew.
  // So the result has all of it that its types may mention, and what surrounds the parametric
  // module has nothing of it.
  ModType parametric_body(ast::ModExpr* value, ast::ModTypeExpr* ascribed) {
    size_t made = mc_.made_abstract.size();
    uint32_t first_id = cx_.types.next_id();
    ModType result = body(value, ascribed);
    if (ascribed == nullptr) {
      result.abstract = mc_.made_since(made);
      result.hidden = cx_.arena.copy(hidden_values(*result.shape, first_id));
    }
    mc_.made_abstract.resize(made);
    return result;
  }

  ModType unknown(Loc loc) { return {{}, mc_.unknown_module(loc)}; }

  ModType check(ast::ModVar& expr) {
    std::vector<ast::Ident> path(expr.name.quals.begin(), expr.name.quals.end());
    path.push_back(expr.name.name);
    Module* module = lookup_module(cx_, path);
    if (module == nullptr) return unknown(expr.loc);
    if (module == mc_.intrinsics && !cx_.prelude) {
      cx_.diags
          .report(Diag::intrinsics_module, expr.loc,
                  "the module `intrinsics` may not be opened, renamed or passed on")
          .suggest("use the functions of the prelude");
      return unknown(expr.loc);
    }
    return {{}, module};
  }

  ModType check(ast::ModParens& expr) { return check(expr.inner); }

  ModType check(ast::ModImport& expr) {
    if (expr.file == nullptr) return unknown(expr.loc);
    return {{}, mc_.new_module(&expr.file->env, expr.loc)};
  }

  ModType check(ast::ModBody& expr) {
    size_t made = mc_.made_abstract.size();
    Env* env = mc_.new_env();
    {
      Block block(cx_.scope);
      check_decls(mc_, expr.decls, *env);
    }
    return {mc_.made_since(made), mc_.new_module(env, expr.loc)};
  }

  ModType check(ast::ModAscribe& expr) {
    return ascribe(check(expr.value), *expr.type_expr, expr.type_expr->loc);
  }

  ModType check(ast::ModLambda& expr) {
    return with_params({&expr.param, 1}, expr.body, expr.result, expr.loc);
  }

  ModType check(ast::ModApply& expr) {
    ModType fn = check(expr.fn);
    ModType arg = check(expr.arg);
    if (fn.shape->unknown) return unknown(expr.loc);
    if (fn.shape->functor == nullptr) {
      bool applied = ast::as<ast::ModApply>(expr.fn) != nullptr;
      auto& diag = cx_.diags.report(Diag::not_parametric, expr.fn->loc,
                                    "this module takes no {}argument", applied ? "further " : "");
      if (!applied && fn.shape->loc.valid() && fn.shape->loc != expr.fn->loc)
        diag.label(fn.shape->loc, "defined here, without parameters");
      return unknown(expr.loc);
    }
    const Functor& functor = *fn.shape->functor;
    ModuleSubstitution found(mc_);
    match_module(mc_, *arg.shape, functor.param, {expr.arg->loc, "the argument", "the parameter"},
                 found);
    ModType result = found.instantiate(functor.result);
    mc_.own(result);
    return result;
  }

  // Only what the module type promises is visible of the module, and only as it promises it.
  ModType ascribe(const ModType& module, ast::ModTypeExpr& expr, Loc loc) {
    ModType type = check_mod_type(mc_, expr);
    expr.checked = cx_.arena.make<ModType>(type);
    if (type.shape->unknown) return module;
    ModuleSubstitution found(mc_);
    match_module(mc_, *module.shape, type, {loc}, found);
    mc_.own(type);
    if (type.shape->env != nullptr) link(*type.shape->env, found);
    return type;
  }

  // Says of each visible value which value of the module it is.
  void link(const Env& visible, const ModuleSubstitution& found) {
    for (auto [name, value] : visible.values) value->origin = found.find(value);
    for (auto [name, module] : visible.modules) {
      if (module->env != nullptr) link(*module->env, found);
    }
  }

  ModuleContext& mc_;
  SemaContext& cx_;
};

}  // namespace

ModType check_mod_expr(ModuleContext& mc, ast::ModExpr& expr) {
  return ModuleChecker(mc).check(&expr);
}

Module* check_plain_mod_expr(ModuleContext& mc, ast::ModExpr& expr) {
  ModType type = check_mod_expr(mc, expr);
  if (type.shape->functor == nullptr) return type.shape;
  mc.cx.diags.report(Diag::parametric_module, expr.loc,
                     "a parametric module cannot be opened: it has no parts until it is applied");
  return mc.unknown_module(expr.loc);
}

Module* check_mod_decl(ModuleContext& mc, ast::ModDecl& decl) {
  size_t made = mc.made_abstract.size();
  ModType type =
      ModuleChecker(mc).with_params(decl.params, decl.value, decl.ascribed, decl.name.loc);
  // A module that is only another name for one keeps its symbols, but has its own place in the
  // program.
  Module* module = mc.cx.arena.make<Module>(*type.shape);
  module->name = decl.name.name;
  module->loc = decl.name.loc;
  if (decl.doc.loc.valid()) module->doc = decl.doc;
  if (module->functor == nullptr) {
    for (size_t i = made; i < mc.made_abstract.size(); i++)
      mc.qualify(mc.made_abstract[i], decl.name.name);
  }
  decl.module = module;
  return module;
}

}  // namespace planish
