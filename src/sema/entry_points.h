// What a program offers to the outside world.
#pragma once

#include "sema/module_context.h"

namespace planish {

// Reports if the definition cannot be called from outside. The definition itself has been checked.
void check_entry_point(ModuleContext& mc, ast::ValDecl& decl);

}  // namespace planish
