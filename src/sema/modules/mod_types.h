// Module types.
#pragma once

#include "sema/modules/module_context.h"

namespace planish {

// The module type that an expression means. All of its abstract types and values are new. After a
// report, its shape is an unknown module.
ModType check_mod_type(ModuleContext& mc, ast::ModTypeExpr& expr);

// A promised value: reports and gives the error type if its type is wrong. Does not bind the name.
ValueSymbol* check_val_spec(ModuleContext& mc, ast::ValSpec& spec);
// An abstract type. Does not bind the name.
TypeSymbol* check_type_spec(ModuleContext& mc, ast::TypeSpec& spec);

}  // namespace planish
