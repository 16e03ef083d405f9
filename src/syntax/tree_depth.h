// How deep a syntax tree is: the number of nodes on its longest path. Does not recurse.
#pragma once

#include "syntax/ast.h"

namespace planish {

int tree_depth(const ast::Expr* root);
int tree_depth(const ast::Decl* root);
int tree_depth(const ast::Spec* root);

}  // namespace planish
