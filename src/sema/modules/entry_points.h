// What a program offers to the outside world.
#pragma once

#include <string_view>

#include "sema/modules/module_context.h"

namespace planish {

// A definition of this name is an entry point without saying so.
inline constexpr std::string_view kMainEntryPoint = "main";

// Reports if the definition cannot be called from outside. The definition itself has been checked.
void check_entry_point(ModuleContext& mc, ast::ValDecl& decl);

}  // namespace planish
