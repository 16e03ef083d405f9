// Visits all nodes of a syntax tree, of all families, without recursion: for trees of any depth.
#pragma once

#include <functional>
#include <variant>

#include "syntax/ast.h"

namespace planish {

using AnyNode =
    std::variant<const ast::Expr*, const ast::Pattern*, const ast::TypeExpr*, const ast::Decl*,
                 const ast::Spec*, const ast::ModExpr*, const ast::ModTypeExpr*>;

struct TreeNode {
  AnyNode node;
  Loc loc;
  Loc parent;     // where the parent is; of the root, its own place
  int depth = 0;  // 1 for the root
};

// A node is visited before its children. What the checker fills in is not visited.
void walk_tree(const AnyNode& root, const std::function<void(const TreeNode&)>& visit);

// The number of nodes on the longest path.
int tree_depth(const AnyNode& root);

}  // namespace planish
