// Module expressions.
#pragma once

#include "sema/modules/module_context.h"

namespace planish {

// The module that an expression makes, and the abstract types that are new in it. After a report,
// the module is an unknown one.
ModType check_mod_expr(ModuleContext& mc, ast::ModExpr& expr);
// The same for an expression that must make a module without parameters.
Module* check_plain_mod_expr(ModuleContext& mc, ast::ModExpr& expr);

// `module m (param)… : ascribed = value`. Does not bind the name.
Module* check_mod_decl(ModuleContext& mc, ast::ModDecl& decl);

}  // namespace planish
