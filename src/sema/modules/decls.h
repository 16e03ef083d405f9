// Lists of declarations: the top level of a file, and the body of a module.
#pragma once

#include "sema/modules/module_context.h"

namespace planish {

// Checks the declarations in order, binds their names in the current block, and adds to `exported`
// what users of the file or module see. After an error, goes on with the next declaration.
void check_decls(ModuleContext& mc, std::span<ast::Decl* const> decls, Env& exported);

}  // namespace planish
