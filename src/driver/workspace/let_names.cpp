#include "driver/workspace/let_names.h"

#include <algorithm>

#include "syntax/ast_match.h"
#include "syntax/tree_walk.h"

namespace planish {

std::vector<ast::Ident> names_bound_by(const ast::Expr* lets) {
  std::vector<ast::Ident> names;
  auto add = [&](ast::Ident bound) {
    std::erase_if(names, [&](const ast::Ident& known) { return known.name == bound.name; });
    names.push_back(bound);
  };
  while (lets != nullptr) {
    if (const auto* let = ast::as<ast::Let>(lets)) {
      for (const ast::SizeBinder& size : let->sizes) add(size.name);
      walk_tree(static_cast<const ast::Pattern*>(let->pattern), [&](const TreeNode& node) {
        const auto* const* pattern = std::get_if<const ast::Pattern*>(&node.node);
        const auto* name = pattern != nullptr ? ast::as<ast::NamePat>(*pattern) : nullptr;
        if (name != nullptr) add({name->name, name->loc});
      });
      lets = let->body;
    } else if (const auto* fun = ast::as<ast::LetFun>(lets)) {
      add(fun->name);
      lets = fun->body;
    } else if (const auto* with = ast::as<ast::LetWith>(lets)) {
      add(with->name);
      lets = with->body;
    } else {
      break;
    }
  }
  return names;
}

}  // namespace planish
