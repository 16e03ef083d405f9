#include "syntax/tree_walk.h"

#include <algorithm>
#include <vector>

#include "syntax/ast_children.h"

namespace planish {
namespace {

using namespace ast;

class Walk {
 public:
  explicit Walk(const std::function<void(const TreeNode&)>& visit) : visit_(visit) {}

  void run(TreeNode root) {
    open_.push_back(root);
    while (!open_.empty()) {
      here_ = open_.back();
      open_.pop_back();
      visit_(here_);
      std::visit([&](auto* node) { children(*node); }, here_.node);
    }
  }

 private:
  // A child of the node in hand; null is none.
  template <class T>
  void push(const T* node) {
    if (node != nullptr) open_.push_back({node, node->loc, here_.loc, here_.depth + 1});
  }
  template <class T, size_t N>
  void push(std::span<T*, N> nodes) {
    for (T* node : nodes) push(static_cast<const T*>(node));
  }
  template <class... Ts>
  void all(const Ts&... parts) {
    (push(parts), ...);
  }

  // for_each_child gives parts that may be changed; here they are only looked at.
  void children(const Expr& expr) {
    const Loop* loop = as<Loop>(&expr);
    const Expr* filled_in = loop != nullptr ? loop->implicit_init : nullptr;
    for_each_child(
        const_cast<Expr&>(expr),
        [&](Expr* part) {
          if (part != filled_in) push(part);
        },
        [&](Pattern* part) { push(part); }, [&](TypeExpr* part) { push(part); });
  }
  void children(const Pattern& pattern) {
    for_each_child(
        const_cast<Pattern&>(pattern), [&](Expr* part) { push(part); },
        [&](Pattern* part) { push(part); }, [&](TypeExpr* part) { push(part); });
  }
  void children(const TypeExpr& type_expr) {
    for_each_child(
        const_cast<TypeExpr&>(type_expr), [&](Expr* part) { push(part); },
        [&](TypeExpr* part) { push(part); });
  }
  void children(const Decl& decl) {
    match(
        &decl, [&](const ValDecl& d) { all(d.params, d.result, d.body); },
        [&](const TypeDecl& d) { push(d.value); },
        [&](const ModDecl& d) {
          for (const ModParam& param : d.params) push(param.type_expr);
          all(d.ascribed, d.value);
        },
        [&](const ModTypeDecl& d) { push(d.value); }, [&](const OpenDecl& d) { push(d.value); },
        [&](const ImportDecl&) {}, [&](const LocalDecl& d) { push(d.inner); });
  }
  void children(const Spec& spec) {
    match(
        &spec, [&](const ValSpec& s) { push(s.type_expr); },
        [&](const TypeAbbrSpec& s) { push(s.value); }, [&](const TypeSpec&) {},
        [&](const ModSpec& s) { push(s.type_expr); },
        [&](const IncludeSpec& s) { push(s.type_expr); });
  }
  void children(const ModExpr& module) {
    match(
        &module, [&](const ModVar&) {}, [&](const ModImport&) {},
        [&](const ModParens& m) { push(m.inner); }, [&](const ModBody& m) { push(m.decls); },
        [&](const ModApply& m) { all(m.fn, m.arg); },
        [&](const ModAscribe& m) { all(m.value, m.type_expr); },
        [&](const ModLambda& m) { all(m.param.type_expr, m.result, m.body); });
  }
  void children(const ModTypeExpr& module_type) {
    match(
        &module_type, [&](const ModTypeVar&) {}, [&](const ModTypeParens& m) { push(m.inner); },
        [&](const ModTypeBody& m) { push(m.specs); },
        [&](const ModTypeWith& m) { all(m.base, m.value); },
        [&](const ModTypeArrow& m) { all(m.param, m.result); });
  }

  const std::function<void(const TreeNode&)>& visit_;
  std::vector<TreeNode> open_;
  TreeNode here_;
};

}  // namespace

void walk_tree(const AnyNode& root, const std::function<void(const TreeNode&)>& visit) {
  Loc loc = std::visit([](auto* node) { return node->loc; }, root);
  Walk(visit).run({root, loc, loc, 1});
}

int tree_depth(const AnyNode& root) {
  int deepest = 0;
  walk_tree(root, [&](const TreeNode& node) { deepest = std::max(deepest, node.depth); });
  return deepest;
}

}  // namespace planish
